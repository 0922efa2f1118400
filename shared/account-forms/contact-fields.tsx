import { countryCodes } from '@portal/contract/country';
import { cleanPhone } from '@portal/contract/phone-number';
import type { BoundField } from '@portal/shared/form';
import { useFormat, useLanguage } from '@portal/shared/i18n';
import { TextField } from '@portal/shared/ui/core';
import { useMemo } from 'react';

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

/**
 * The countries of a select, sorted by their names in the language on the screen. `current` is offered too when the
 * server names a territory outside the list; empty for none.
 */
export function useCountryOptions(current = ''): { value: string; title: string }[] {
  const { countryName } = useFormat();
  const language = useLanguage();
  return useMemo(() => {
    const { compare } = new Intl.Collator(language);
    const isListed = current === '' || countryCodes.includes(current);
    return (isListed ? countryCodes : [...countryCodes, current])
      .map((value) => ({ value, title: countryName(value) }))
      .toSorted((a, b) => compare(a.title, b.title));
  }, [countryName, language, current]);
}
