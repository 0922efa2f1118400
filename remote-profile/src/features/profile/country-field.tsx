import { countryCodes } from '@portal/contract/country';
import { useFormat, useLanguage, useTranslation } from '@portal/shared/i18n';
import { Select, type SelectOption } from '@portal/shared/ui';
import { useMemo } from 'react';
import { LockReason } from './lock-reason.tsx';
import type { ProfileSectionProps } from './profile-section.ts';
import { fieldId } from './use-linked-field.ts';

/** The company's country, by its name in the language on the screen. */
export function CountryField({ profile, form }: ProfileSectionProps) {
  const { t } = useTranslation('profile');
  const { value, error } = form.field('country');
  // The tax number belongs to its country.
  const isLocked = !profile.tax_number_can_edit;
  return (
    <Select
      id={fieldId('country')}
      label={t('field.country')}
      placeholder={t('placeholder.country')}
      options={useCountryOptions(value)}
      value={value}
      error={error}
      readOnly={isLocked}
      description={isLocked ? <LockReason field="country" /> : undefined}
      onChange={(country) => form.set({ country })}
    />
  );
}

function useCountryOptions(current: string): SelectOption[] {
  const { countryName } = useFormat();
  const language = useLanguage();
  return useMemo(() => {
    const { compare } = new Intl.Collator(language);
    // An answer may name a territory that is no choice of ours; it is still the customer's country.
    const codes =
      current === '' || countryCodes.includes(current) ? countryCodes : [...countryCodes, current];
    return codes
      .map((value) => ({ value, title: countryName(value) }))
      .toSorted((a, b) => compare(a.title, b.title));
  }, [countryName, language, current]);
}
