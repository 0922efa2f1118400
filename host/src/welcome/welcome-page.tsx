import { usePageTitle } from '@portal/federation-browser/slots/area-titles.ts';
import type { Area } from '@portal/federation-contract/area';
import { useTranslation } from '@portal/shared/i18n';
import { PageHeader, Stack } from '@portal/shared/ui';
import { Notifications } from './notifications.tsx';
import { Plates } from './plates.tsx';

/** The first page of the account: what needs attention, and what each area has to show. */
export function WelcomePage({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation('welcome');
  usePageTitle(t('dashboard'));
  return (
    <Stack gap="6">
      <PageHeader title={t('title')} description={t('description')} />
      <Notifications />
      <Plates areas={areas} />
    </Stack>
  );
}
