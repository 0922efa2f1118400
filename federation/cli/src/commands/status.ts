import type { LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import * as v from 'valibot';
import { defineCommand } from '../cli/command.ts';
import { table } from '../cli/table.ts';
import { type Live, readLive } from '../composition/live.ts';
import { unitSchema } from '../releases/release-name.ts';
import { publishedVersions } from '../releases/stored-release.ts';
import type { ReleaseStore } from '../store/release-store.ts';

export const status = defineCommand({
  name: 'status',
  summary: 'show what is live; for an area, also its published releases',
  arguments: '[area]',
  input: v.object({ area: v.optional(unitSchema) }),
  async run({ area }, { store, publicKey }) {
    const live = await readLive(store, await publicKey());
    const rows = live === undefined ? [] : rowsOf(live);
    const shown = area === undefined ? rows : rows.filter(({ unit }) => unit === area);
    const published = area === undefined ? undefined : await versionsOf(store, area);
    const data = { ...headOf(live), live: shown, ...(published === undefined ? {} : { published }) };
    const text = [
      headline(live),
      ...(shown.length > 0 ? [table(shown)] : []),
      ...(published === undefined ? [] : [`Published, newest first: ${published.join(', ') || 'none'}`]),
    ];
    return { data, text: text.join('\n') };
  },
});

async function versionsOf(store: ReleaseStore, area: string): Promise<string[]> {
  return (await publishedVersions(store, area)).map(({ version }) => version);
}

function headOf(live: Live | undefined) {
  return {
    number: live?.composition.number ?? null,
    created: live?.composition.created ?? null,
    who: live?.change?.who ?? null,
    why: live?.change?.why ?? null,
  };
}

function headline(live: Live | undefined): string {
  if (live === undefined) return 'Nothing is live.';
  const { composition, change } = live;
  const record = change === undefined ? '' : ` by ${change.who}: ${change.why}`;
  return `Composition ${composition.number}, ${composition.created}${record}`;
}

function rowsOf({ composition: { host, areas } }: Live) {
  const commit = (release: LiveHost | LiveRelease) => release.commit?.slice(0, 8) ?? '–';
  return [
    { unit: 'host', active: host.version, commit: commit(host), previous: '–', canary: '–' },
    ...areas.map(({ area, active, previous, canary }) => ({
      unit: area.id,
      active: active.version,
      commit: commit(active),
      previous: previous?.version ?? '–',
      canary: canary === null ? '–' : `${canary.release.version} at ${canary.percent} %`,
    })),
  ];
}
