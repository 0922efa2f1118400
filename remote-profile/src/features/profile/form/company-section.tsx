import { currencies } from '@portal/contract/money';
import { hasKnownForm, taxNumberForms, taxNumberIssue } from '@portal/contract/tax-number';
import { useCountryOptions } from '@portal/shared/account-forms';
import { useFormat, useLanguage, useTranslation } from '@portal/shared/i18n';
import { FieldRow, FormSection, NotificationBox, Select, TextField, TextLink } from '@portal/shared/ui';
import { useState } from 'react';
import { sidebars, useSidebarHref } from '../../../paths.ts';
import { PrintedField } from './printed-field.tsx';
import { TaxStatusBadge, TaxStatusText } from './tax-status.tsx';
import { fieldId, type ProfileSectionProps, taxNumberExample } from './use-profile-form.ts';

/** The company, and what its invoices are based on. */
export function CompanySection({ profile, form }: ProfileSectionProps) {
  const { t } = useTranslation('profile');
  const { onValueChange, ...currency } = form.field('currency');
  const isLocked = !profile.currency_can_edit;
  const canLock = profile.currency_can_edit || profile.tax_number_can_edit;
  return (
    <FormSection title={t('section.company')} description={t('section.companyText')}>
      {canLock && <NotificationBox tone="warning">{t('lock.warning')}</NotificationBox>}
      <PrintedField form={form} name="company" label={t('field.company')} autoComplete="organization" />
      <CountryField profile={profile} form={form} />
      <FieldRow>
        <TaxNumberField profile={profile} form={form} />
        <Select
          id={fieldId('currency')}
          label={t('field.currency')}
          options={currencies.map((value) => ({ value, title: t(`currency.${value}`) }))}
          value={currency.value}
          error={currency.error}
          readOnly={isLocked}
          description={isLocked ? <LockReason field="currency" /> : undefined}
          onChange={onValueChange}
        />
      </FieldRow>
    </FormSection>
  );
}

function CountryField({ profile, form }: ProfileSectionProps) {
  const { t } = useTranslation('profile');
  const { value, error } = form.field('country');
  // A tax number belongs to its country, so both are locked together.
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

/** The tax number, with an example of the country's form, or the result of the check in its register. */
function TaxNumberField({ profile, form }: ProfileSectionProps) {
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
            <TaxStatusText profile={profile} /> <LockReason field="taxNumber" />
          </>
        ) : (
          hint.text
        )
      }
      {...field}
      onBlur={() => {
        onBlur();
        hint.check();
      }}
    />
  );
}

/** The example of the country; once the field was left, a warning if the number has an unusual form. */
function useTaxNumberHint({ country, tax_number: number }: ProfileSectionProps['form']['values']) {
  const { t } = useTranslation('profile');
  const { countryName } = useFormat();
  const language = useLanguage();
  const [checked, setChecked] = useState('');
  const names = { country: countryName(country), example: taxNumberExample(country) };
  const isUnusual =
    checked === number && taxNumberIssue(number, country) === null && !hasKnownForm(number, country);
  const forms = taxNumberForms(country);
  const either = new Intl.ListFormat(language, { type: 'disjunction' });
  const all = forms.length === 0 ? names.example : either.format(forms);
  const example = country === '' ? t('tax.countryFirst') : t('tax.example', { ...names, example: all });
  return {
    text: <span role="status">{isUnusual ? t('tax.unusual', names) : example}</span>,
    check: () => setChecked(number),
  };
}

/** Why a field can no longer be edited, with a link to support. */
function LockReason({ field }: { field: 'country' | 'currency' | 'taxNumber' }) {
  const { t } = useTranslation('profile');
  const hrefOf = useSidebarHref();
  const subject = t('lock.supportSubject', { field: t(`field.${field}`) });
  return (
    <>
      {t(`lock.reason.${field}`)}{' '}
      <TextLink href={hrefOf(sidebars.support, { category: 'account', subject })}>
        {t('contactSupport')}
      </TextLink>
    </>
  );
}
