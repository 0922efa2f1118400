import { countryCodes } from '@portal/contract/country';
import { useFormat, useLanguage } from '@portal/shared/i18n';
import { useMemo } from 'react';

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
