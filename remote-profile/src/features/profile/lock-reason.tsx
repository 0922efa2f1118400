import { useTranslation } from '@portal/shared/i18n';
import { TextLink } from '@portal/shared/ui';
import { sidebars } from '../../paths.ts';
import { useSidebarHref } from '../../use-sidebar-href.ts';

/** Why a field can no longer be edited, and who can still change it. */
export function LockReason({ field }: { field: 'country' | 'currency' | 'taxNumber' }) {
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
