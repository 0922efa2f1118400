import { currencies } from '@portal/contract/money';
import { useTranslation } from '@portal/shared/i18n';
import { FieldRow, FormSection, NotificationBox, Select, TextField } from '@portal/shared/ui';
import { CountryField } from './country-field.tsx';
import { LockReason } from './lock-reason.tsx';
import type { ProfileSectionProps } from './profile-section.ts';
import { TaxNumberField } from './tax-number-field.tsx';
import { fieldId } from './use-linked-field.ts';

/** The company and what its invoices rest on. */
export function CompanySection({ profile, form }: ProfileSectionProps) {
  const { t } = useTranslation('profile');
  const { onValueChange, ...currency } = form.field('currency');
  const isLocked = !profile.currency_can_edit;
  const canLock = profile.currency_can_edit || profile.tax_number_can_edit;
  return (
    <FormSection title={t('section.company')} description={t('section.companyText')}>
      {canLock && <NotificationBox tone="warning">{t('lock.warning')}</NotificationBox>}
      <TextField label={t('field.company')} autoComplete="organization" {...form.field('company')} />
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
