import type { Withdrawn } from '@portal/federation-contract/composition';
import { useTranslation } from '@portal/shared/i18n';
import { Card, type Column, DataTable } from '@portal/shared/ui';
import { useMemo } from 'react';
import { pageComposition } from '../composition/page-releases.ts';
import { useAreaNames } from '../slots/area-titles.ts';
import classes from './about.module.css';

/** The areas and versions that operators have withdrawn, and why; nothing when there are none. */
export function WithdrawnCard() {
  const { t } = useTranslation('about');
  const columns = useColumns();
  const nameOf = useAreaNames();
  const rows = withdrawnRows(pageComposition().withdrawals).map((row) => ({
    ...row,
    title: row.unit === 'host' ? t('withdrawn.portal') : nameOf(row.unit),
  }));
  if (rows.length === 0) return null;
  return (
    <Card title={t('withdrawn.title')} description={t('withdrawn.description')} padding="none">
      <DataTable caption={t('withdrawn.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Card>
  );
}

interface WithdrawnRow {
  /** As the reasons name it: an area, or `<area or host>@<version>`. */
  id: string;
  /** Id of the area, or `host`. */
  unit: string;
  /** Null for all versions. */
  version: string | null;
  reason: string | null;
}

function useColumns(): readonly Column<WithdrawnRow & { title: string }>[] {
  const { t } = useTranslation('about');
  return useMemo(
    () => [
      { id: 'area', header: t('areas.area'), primary: true, cell: ({ title }) => title },
      {
        id: 'version',
        header: t('areas.version'),
        wrap: true,
        cell: ({ version }) =>
          version === null ? t('withdrawn.whole') : <code className={classes['code']}>{version}</code>,
      },
      { id: 'reason', header: t('withdrawn.reason'), wrap: true, cell: ({ reason }) => reason ?? '–' },
    ],
    [t],
  );
}

/** Whole areas first. */
function withdrawnRows(
  { areas, versions, reasons = {} }: Withdrawn = { areas: [], versions: {} },
): WithdrawnRow[] {
  const whole = areas.map((unit) => ({ id: unit, unit, version: null }));
  const single = Object.entries(versions).flatMap(([unit, list]) =>
    list.map((version) => ({ id: `${unit}@${version}`, unit, version })),
  );
  return [...whole, ...single].map((row) => ({ ...row, reason: reasons[row.id] ?? null }));
}
