import { useFormat, useTranslation } from '@portal/shared/i18n';
import { FormSection, Select, TextField } from '@portal/shared/ui';
import { useMemo } from 'react';
import { LanguageField } from './language-field.tsx';
import type { ProfileSectionProps } from './profile-section.ts';
import { timeIn, timeZoneOptions } from './time-zones.ts';
import { fieldId } from './use-linked-field.ts';

/** Where the company is, and how the portal speaks and counts its days. */
export function PlaceSection({ form }: ProfileSectionProps) {
  const { t } = useTranslation('profile');
  const { dateLocale } = useFormat();
  const zone = form.field('timezone');
  const zones = useMemo(() => timeZoneOptions(zone.value), [zone.value]);
  const time = timeIn(zone.value, dateLocale);
  return (
    <FormSection title={t('section.place')} description={t('section.placeText')}>
      <TextField
        id={fieldId('address')}
        label={t('field.address')}
        autoComplete="street-address"
        description={t('addressHint')}
        {...form.field('address')}
      />
      <Select
        label={t('field.timezone')}
        options={zones}
        value={zone.value}
        error={zone.error}
        description={time === null ? undefined : t('timezoneNow', { time })}
        onChange={zone.onValueChange}
      />
      <LanguageField />
    </FormSection>
  );
}
