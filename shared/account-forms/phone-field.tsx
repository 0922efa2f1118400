import { cleanPhone } from '@portal/contract/phone-number';
import type { BoundField } from '@portal/shared/form';
import { TextField } from '@portal/shared/ui/core';

interface PhoneFieldProps extends BoundField<string> {
  label: string;
  description: string;
}

/** A phone number with its country code; a pasted number is cleaned to digits. */
export function PhoneField({ onValueChange, ...rest }: PhoneFieldProps) {
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      start="+"
      {...rest}
      onValueChange={(phone) => onValueChange(cleanPhone(phone))}
    />
  );
}
