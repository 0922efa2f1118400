import { numberFilterSchema } from '@portal/contract/query-value';
import { TextField, useTypedFilter } from '@portal/shared/ui';
import * as v from 'valibot';

/** The value of a number filter for typed text, without plus and punctuation; null if the text is invalid. */
export function toNumberFilter(text: string): string | null {
  const result = v.safeParse(numberFilterSchema, text.trim());
  return result.success ? result.output : null;
}

interface NumberFilterFieldProps {
  label: string;
  hint: string;
  errorText: string;
  value: string | undefined;
  onChange: (value: string) => void;
}

/** A field for part of a phone number, with `*` for any digits. */
export function NumberFilterField({ label, hint, errorText, value = '', onChange }: NumberFilterFieldProps) {
  const { text, setText, isRefused } = useTypedFilter(value, toNumberFilter, onChange);
  return (
    <TextField
      label={label}
      description={hint}
      error={isRefused ? errorText : undefined}
      inputMode="tel"
      autoComplete="off"
      value={text}
      onValueChange={setText}
    />
  );
}
