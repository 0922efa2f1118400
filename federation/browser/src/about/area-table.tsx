import type { ReleaseSource } from '@portal/federation-contract/release-telemetry';
import { useTranslation } from '@portal/shared/i18n';
import { Badge, type BadgeTone, type Column, StatusBadge } from '@portal/shared/ui';
import { useMemo } from 'react';
import { pageComposition } from '../composition/page-releases.ts';
import { federationSettings } from '../federation-settings.ts';
import { useAreaStates } from '../loading/release-telemetry.ts';
import { useAreaNames } from '../slots/area-titles.ts';
import classes from './about.module.css';

const stateTones = { loaded: 'success', idle: 'neutral', failed: 'error', leftOut: 'warning' } as const;
const sourceTones: Record<ReleaseSource, BadgeTone> = {
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
        cell: ({ source }) => (source === null ? '–' : <SourceBadge source={source} />),
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

/** Why the page uses a release. */
export function SourceBadge({ source }: { source: ReleaseSource }) {
  const { t } = useTranslation('about');
  return <Badge tone={sourceTones[source]}>{t(`source.${source}`)}</Badge>;
}

/** A commit shortened to ten digits, with the full commit as its tooltip. */
export function Commit({ commit }: { commit: string | null }) {
  if (commit === null) return <span>–</span>;
  return (
    <code className={classes['code']} title={commit}>
      {commit.slice(0, 10)}
    </code>
  );
}

/** An area of this page. */
export interface AreaRow {
  id: string;
  title: string;
  state: 'loaded' | 'idle' | 'failed' | 'leftOut';
  /** Version of the release; null for an area that safe mode excludes. */
  version: string | null;
  commit: string | null;
  source: ReleaseSource | null;
  /** Reference of its latest failure in this page. */
  reference: string | null;
}

const unknown = { version: null, commit: null, source: null, reference: null };

/** Every area of this page's composition, the excluded ones last. */
export function useAreaRows(): AreaRow[] {
  const states = useAreaStates();
  const nameOf = useAreaNames();
  const { releases, excluded } = pageComposition();
  const sorted = releases.toSorted((a, b) => a.area.order - b.area.order);
  const present = sorted.map(({ area: { id }, release, source, fallback }): AreaRow => {
    const known = states[id];
    const version = known?.version ?? release.version;
    const used = [release, fallback].find((one) => one?.version === version);
    return {
      id,
      title: nameOf(id),
      state: known?.state ?? 'idle',
      version,
      commit: used?.commit ?? null,
      source: known?.source ?? source,
      reference: known?.reference ?? null,
    };
  });
  const absent = excluded.map(({ id }): AreaRow => ({ ...unknown, id, title: nameOf(id), state: 'leftOut' }));
  return [...present, ...absent];
}

/** The text that a customer sends to support: lines of name and value in English, without personal data. */
export function supportText(reference: string | null, rows: readonly AreaRow[]): string {
  const { number, created, host } = pageComposition();
  const { instance, environment, visit } = federationSettings();
  return [
    ...(reference === null ? [] : [`reference: ${reference}`]),
    `portal: ${instance}, ${environment}`,
    `composition: ${number} of ${created}`,
    `host: ${described({ ...host, source: visit.host ?? null })}`,
    ...rows.map((row) => `${row.id}: ${described(row)}`),
    `time: ${new Date().toISOString()}`,
    `browser: ${navigator.userAgent}`,
  ].join('\n');
}

function described({ version, commit, state, source, reference }: Partial<AreaRow>): string {
  const facts = [version, commit?.slice(0, 10), state, source, reference && `reference ${reference}`];
  return facts.filter(Boolean).join(', ');
}
