import { usePageTitle } from '@portal/federation-browser/slots/area-titles.ts';
import { useTranslation } from '@portal/shared/i18n';
import { EmptyState, LinkButton } from '@portal/shared/ui';

/** Shown for an address that no area owns. */
export function NotFoundPage() {
  const { t } = useTranslation('common');
  const title = t('notFound.title');
  usePageTitle(title);
  return (
    <EmptyState
      headingLevel={1}
      title={title}
      action={<LinkButton href="/welcome">{t('notFound.home')}</LinkButton>}
    >
      {t('notFound.text')}
    </EmptyState>
  );
}
