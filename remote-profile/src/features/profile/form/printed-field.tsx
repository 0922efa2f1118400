import { isPrinted } from '@portal/contract/account-fields';
import { useErrorText } from '@portal/shared/i18n';
import { TextField, type TextFieldProps } from '@portal/shared/ui';
import type { ProfileSectionProps } from './use-profile-form.ts';

interface PrintedFieldProps extends Pick<TextFieldProps, 'id' | 'label' | 'autoComplete' | 'description'> {
  form: ProfileSectionProps['form'];
  name: 'company' | 'name' | 'address';
}

/** A field that is printed on documents. A saved value that they cannot print says so; it is checked once it changes. */
export function PrintedField({ form, name, description, ...rest }: PrintedFieldProps) {
  const { fieldErrorText } = useErrorText();
  const field = form.field(name);
  const isMissing = field.error === undefined && !isPrinted(field.value);
  return (
    <TextField
      {...rest}
      description={isMissing ? fieldErrorText('script_unsupported') : description}
      {...field}
    />
  );
}
