import type { BoundField } from '@portal/shared/form';
import { TextField } from '@portal/shared/ui/core';

/** The address that a customer logs in with. */
export function EmailField({ label, ...field }: BoundField<string> & { label: string }) {
  return (
    <TextField
      label={label}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  );
}
