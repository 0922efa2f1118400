import { TextField, useTypedFilter } from '@portal/shared/ui';
import { readNumberFilter } from './read-number-filter.ts';

interface NumberFilterFieldProps {
  label: string;
  hint: string;
  errorText: string;
  value: string | undefined;
  onChange: (value: string) => void;
}

/** Part of a phone number to filter by, with `*` for any digits. */
export function NumberFilterField({ label, hint, errorText, value = '', onChange }: NumberFilterFieldProps) {
  const { text, setText, isRefused } = useTypedFilter(value, readNumberFilter, onChange);
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
