import { PhoneField } from '@portal/shared/account-forms';
import {
  changeLanguage,
  i18n,
  type Language,
  languages,
  useErrorText,
  useFormat,
  useLanguage,
  useTranslation,
} from '@portal/shared/i18n';
import { updateProfile } from '@portal/shared/session';
import {
  FieldRow,
  FormSection,
  NotificationBox,
  Select,
  TextField,
  TextLink,
  toast,
} from '@portal/shared/ui';
import { useMemo, useState } from 'react';
import { sidebars, useSidebarHref } from '../../../paths.ts';
import { PrintedField } from './printed-field.tsx';
import { timeIn, timeZoneOptions } from './time-zones.ts';
import { fieldId, type ProfileSectionProps } from './use-profile-form.ts';

/** The contact person and how to reach them. */
export function PersonSection({ profile, form }: ProfileSectionProps) {
  const { t } = useTranslation('profile');
  const hrefOf = useSidebarHref();
  const { email, pending_email: pending } = profile;
  const change = (
    <TextLink href={hrefOf(sidebars.email)} aria-label={t('email.changeLabel')}>
      {t('email.change')}
    </TextLink>
  );
  return (
    <FormSection title={t('section.person')} description={t('section.personText')}>
      <FieldRow>
        <PrintedField form={form} name="name" label={t('field.name')} autoComplete="name" />
        <PhoneField label={t('field.phone')} description={t('phoneHint')} {...form.field('phone')} />
      </FieldRow>
      <TextField
        label={t('field.email')}
        type="email"
        readOnly
        value={email}
        aside={change}
        description={profile.confirmed ? undefined : t('email.notConfirmed')}
      />
      {pending !== null && <NotificationBox>{t('email.pending', { pending, email })}</NotificationBox>}
    </FormSection>
  );
}

/** The company's address, time zone and language. */
export function PlaceSection({ form }: ProfileSectionProps) {
  const { t } = useTranslation('profile');
  const { dateLocale } = useFormat();
  const zone = form.field('timezone');
  const zones = useMemo(() => timeZoneOptions(zone.value), [zone.value]);
  const time = timeIn(zone.value, dateLocale);
  return (
    <FormSection title={t('section.place')} description={t('section.placeText')}>
      <PrintedField
        form={form}
        name="address"
        id={fieldId('address')}
        label={t('field.address')}
        autoComplete="street-address"
        description={t('addressHint')}
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

const languageOptions = languages.map(({ code, title }) => ({ value: code, title }));

/** The language: the portal changes immediately, and the choice is saved automatically. */
function LanguageField() {
  const { t } = useTranslation('profile');
  const { errorText } = useErrorText();
  const language = useLanguage();
  const [error, setError] = useState<unknown>(null);

  async function choose(next: Language): Promise<void> {
    setError(null);
    try {
      await changeLanguage(next);
      // Another choice has replaced this one while its texts were loading.
      if (i18n.language !== next) return;
      await updateProfile({ language: next });
      // `t` still belongs to the language before the change.
      toast({ tone: 'success', text: i18n.getFixedT(next, 'profile')('languageSaved') });
    } catch (failure) {
      setError(failure);
    }
  }
  return (
    <Select
      label={t('field.language')}
      options={languageOptions}
      value={language}
      description={t('languageHint')}
      error={error === null ? undefined : errorText(error)}
      onChange={(next) => void choose(next)}
    />
  );
}
