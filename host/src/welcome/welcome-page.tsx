import { isExcluded } from '@portal/federation-browser/composition/page-releases.ts';
import { AreaUnavailable } from '@portal/federation-browser/slots/area-page.tsx';
import { AreaSlot } from '@portal/federation-browser/slots/area-slot.tsx';
import { useAreaTitle, usePageTitle } from '@portal/federation-browser/slots/area-titles.ts';
import type { Area } from '@portal/federation-contract/area';
import { useTranslation } from '@portal/shared/i18n';
import { Card, PageHeader, Stack } from '@portal/shared/ui';
import { useState } from 'react';
import { LoadingPlate } from './loading-plate.tsx';
import { Notifications, useNotices } from './notifications.tsx';
import classes from './welcome-page.module.css';

/** The first page of the account: the notifications, and each area's plates. */
export function WelcomePage({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation('welcome');
  usePageTitle(t('dashboard'));
  const notices = useNotices();
  return (
    <Stack gap="6">
      <PageHeader title={t('title')} description={t('description')} />
      <Notifications notices={notices ?? []} />
      <Plates areas={areas} isWaiting={notices === undefined} />
    </Stack>
  );
}

interface PlatesProps {
  areas: readonly Area[];
  /** Whether the notifications, which stand above the plates, are loading. */
  isWaiting: boolean;
}

/**
 * Every area's plates, in the order of the areas' data; each loads and fails independently. They appear together, so that none
 * moves another one, unless the code of an area takes longer than usual.
 */
function Plates({ areas, isWaiting }: PlatesProps) {
  const { t } = useTranslation('welcome');
  const plates = areas
    .filter(({ id }) => !isExcluded(id))
    .flatMap((area) => area.plates.map((plate) => ({ area, plate })))
    .toSorted((a, b) => a.plate.order - b.plate.order);
  return (
    <section
      aria-label={t('plates')}
      className={classes['plates']}
      aria-busy={isWaiting}
      data-waiting={isWaiting || undefined}
    >
      <div key={String(isWaiting)} className={classes['waiting']} aria-hidden="true">
        <LoadingPlate />
      </div>
      {plates.map(({ area, plate }) => (
        <div key={`${area.id}/${plate.id}`} className={classes['plate']} data-size={plate.size}>
          <Plate area={area} id={plate.id} />
        </div>
      ))}
    </section>
  );
}

/** The plates appear together, once the code of all has come; a repeated attempt for one of them does not hide the others. */
function Plate({ area, id }: { area: Area; id: string }) {
  const title = useAreaTitle(area, area.title);
  const [isRepeated, setIsRepeated] = useState(false);
  return (
    <AreaSlot
      area={area.id}
      kind="plates"
      id={id}
      loading={
        <div data-first-code={!isRepeated || undefined} aria-busy>
          <LoadingPlate />
        </div>
      }
      unavailable={(retry) => (
        <Card title={title}>
          <AreaUnavailable
            area={area.id}
            title={title}
            onRetry={() => {
              setIsRepeated(true);
              retry();
            }}
          />
        </Card>
      )}
    />
  );
}
