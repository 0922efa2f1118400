import { cleanPhone } from '@portal/contract/phone-number';
import { useTranslation } from '@portal/shared/i18n';
import { FieldRow, FormSection, NotificationBox, TextField, TextLink } from '@portal/shared/ui';
import { sidebars } from '../../paths.ts';
import { useSidebarHref } from '../../use-sidebar-href.ts';
import type { ProfileSectionProps } from './profile-section.ts';

/** Who answers for the account, and where they are reached. */
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
        <TextField label={t('field.name')} autoComplete="name" {...form.field('name')} />
        <TextField
          label={t('field.phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          start="+"
          description={t('phoneHint')}
          {...form.field('phone')}
          onValueChange={(phone) => form.set({ phone: cleanPhone(phone) })}
        />
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
