import { useTranslation } from '@portal/shared/i18n';
import { Card, PageHeader, Skeleton, Stack } from '@portal/shared/ui';
import { LoadingPlate } from '../welcome/loading-plate.tsx';
import { slots } from './slots.ts';

interface PageOutlineProps {
  /** Its place, unless given. */
  description?: string;
}

/** What an area's page shows until its code has arrived: its title and description, and the places of filters and table. */
export function PageOutline({ description }: PageOutlineProps) {
  return (
    <div aria-busy="true">
      <PageHeader title={slots.title} description={description ?? <Skeleton />} />
      <Stack>
        <Card>
          <Skeleton lines={2} />
        </Card>
        <Card>
          <Stack gap="8">
            {Array.from({ length: 12 }, (_, row) => (
              <Skeleton key={row} />
            ))}
          </Stack>
        </Card>
      </Stack>
    </div>
  );
}

/** What the welcome page shows until its code has arrived. */
export function WelcomeOutline() {
  const { t } = useTranslation('welcome');
  return (
    <Stack gap="6" aria-busy="true">
      <PageHeader title={t('title')} description={t('description')} />
      <LoadingPlate />
    </Stack>
  );
}
