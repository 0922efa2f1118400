import { hasKnownForm, taxNumberForms, taxNumberIssue } from '@portal/contract/tax-number';
import { useFormat, useLanguage, useTranslation } from '@portal/shared/i18n';
import { TextField } from '@portal/shared/ui';
import { useState } from 'react';
import { LockReason } from './lock-reason.tsx';
import type { ProfileSectionProps } from './profile-section.ts';
import { TaxAnswer, TaxStatusBadge } from './tax-status.tsx';
import { fieldId } from './use-linked-field.ts';
import { taxNumberExample } from './use-profile-form.ts';

/** The tax number: how it is written in the country, and what the register said of it. */
export function TaxNumberField({ profile, form }: ProfileSectionProps) {
  const { t } = useTranslation('profile');
  const hint = useTaxNumberHint(form.values);
  const isLocked = !profile.tax_number_can_edit;
  const { onBlur, ...field } = form.field('tax_number');
  return (
    <TextField
      id={fieldId('tax_number')}
      label={t('field.taxNumber')}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      readOnly={isLocked}
      aside={profile.tax_number !== null && <TaxStatusBadge status={profile.tax_status} />}
      description={
        isLocked ? (
          <>
            <TaxAnswer profile={profile} /> <LockReason field="taxNumber" />
          </>
        ) : (
          hint.text
        )
      }
      {...field}
      onBlur={() => {
        onBlur();
        hint.look();
      }}
    />
  );
}

/** The country's example; or, once the field has been left, that the number does not look like one. */
function useTaxNumberHint({ country, tax_number: number }: ProfileSectionProps['form']['values']) {
  const { t } = useTranslation('profile');
  const { countryName } = useFormat();
  const language = useLanguage();
  const [looked, setLooked] = useState('');
  const names = { country: countryName(country), example: taxNumberExample(country) };
  const isUnusual =
    looked === number && taxNumberIssue(number, country) === null && !hasKnownForm(number, country);
  const forms = taxNumberForms(country);
  const either = new Intl.ListFormat(language, { type: 'disjunction' });
  const all = forms.length === 0 ? names.example : either.format(forms);
  const example = country === '' ? t('tax.countryFirst') : t('tax.example', { ...names, example: all });
  return {
    text: <span role="status">{isUnusual ? t('tax.unusual', names) : example}</span>,
    look: () => setLooked(number),
  };
}
