import { useTranslation } from '@portal/shared/i18n';
import { Badge, type BadgeTone, type Column, StatusBadge } from '@portal/shared/ui';
import { useMemo } from 'react';
import classes from './about.module.css';
import type { AreaRow } from './area-rows.ts';

const stateTones = { loaded: 'success', idle: 'neutral', failed: 'error', leftOut: 'warning' } as const;
const sourceTones: Record<NonNullable<AreaRow['source']>, BadgeTone> = {
  active: 'neutral',
  previous: 'warning',
  canary: 'info',
  override: 'warning',
};

/** The columns of the table of areas. */
export function useAreaColumns(): readonly Column<AreaRow>[] {
  const { t } = useTranslation('about');
  return useMemo(
    () => [
      { id: 'area', header: t('areas.area'), primary: true, cell: ({ title }) => title },
      {
        id: 'state',
        header: t('areas.state'),
        cell: ({ state }) => <StatusBadge tone={stateTones[state]}>{t(`state.${state}`)}</StatusBadge>,
      },
      {
        id: 'source',
        header: t('areas.source'),
        cell: ({ source }) =>
          source === null ? '–' : <Badge tone={sourceTones[source]}>{t(`source.${source}`)}</Badge>,
      },
      {
        id: 'version',
        header: t('areas.version'),
        wrap: true,
        cell: ({ version }) => <code className={classes['code']}>{version ?? '–'}</code>,
      },
      { id: 'commit', header: t('areas.commit'), cell: ({ commit }) => <Commit commit={commit} /> },
    ],
    [t],
  );
}

/** A commit shortened to ten digits, with the whole as its tooltip. */
export function Commit({ commit }: { commit: string | null }) {
  if (commit === null) return <span>–</span>;
  return (
    <code className={classes['code']} title={commit}>
      {commit.slice(0, 10)}
    </code>
  );
}
