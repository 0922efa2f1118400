import { isExcluded } from '@portal/federation-browser/composition/page-releases.ts';
import { AreaUnavailable } from '@portal/federation-browser/slots/area-page.tsx';
import { AreaSlot } from '@portal/federation-browser/slots/area-slot.tsx';
import { useAreaTitle, usePageTitle } from '@portal/federation-browser/slots/area-titles.ts';
import type { Area } from '@portal/federation-contract/area';
import { useTranslation } from '@portal/shared/i18n';
import { Card, PageHeader, Skeleton, Stack } from '@portal/shared/ui';
import { Notifications } from './notifications.tsx';
import classes from './welcome-page.module.css';

/** The first page of the account: the notifications, and each area's plates. */
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

/** Every area's plates, in the order of the areas' data; each loads and fails independently. */
function Plates({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation('welcome');
  const plates = areas
    .filter(({ id }) => !isExcluded(id))
    .flatMap((area) => area.plates.map((plate) => ({ area, plate })))
    .toSorted((a, b) => a.plate.order - b.plate.order);
  return (
    <section aria-label={t('plates')} className={classes['plates']}>
      {plates.map(({ area, plate }) => (
        <div key={`${area.id}/${plate.id}`} className={classes['plate']} data-size={plate.size}>
          <Plate area={area} id={plate.id} />
        </div>
      ))}
    </section>
  );
}

function Plate({ area, id }: { area: Area; id: string }) {
  const title = useAreaTitle(area, area.title);
  return (
    <AreaSlot
      area={area.id}
      kind="plates"
      id={id}
      loading={
        <Card aria-busy>
          <Skeleton lines={4} />
        </Card>
      }
      unavailable={(retry) => (
        <Card title={title}>
          <AreaUnavailable area={area.id} title={title} onRetry={retry} />
        </Card>
      )}
    />
  );
}
