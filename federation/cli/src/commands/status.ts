import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Composition, LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import { isAreaWithdrawn } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { defineCommand } from '../cli/command.ts';
import { singleLine } from '../cli/terminal-text.ts';
import { type Live, readLive, trusted } from '../composition/composition-file.ts';
import { describeRule } from '../composition/rollout-rules.ts';
import { OperationRefused } from '../operations/live-units.ts';
import { publishedInFuture } from '../releases/latest-release.ts';
import { readPublications } from '../releases/release-json.ts';
import { unitSchema } from '../releases/release-name.ts';

export const status = defineCommand({
  name: 'status',
  summary: 'show what is live; for an area, also its published releases',
  arguments: '[area]',
  input: v.object({ area: v.optional(unitSchema) }),
  async run({ area }, { store, publicKey }) {
    const key = await publicKey();
    const live = await readLive(store, key);
    // The place of a folder is its absolute path.
    if (live === undefined && path.isAbsolute(store.place) && !existsSync(store.place))
      throw new OperationRefused(
        `The store ${store.place} does not exist: "portal publish" creates it, PORTAL_STORE or --store names another`,
      );
    const shown = rowsOf(live).filter(({ unit }) => area === undefined || unit === area);
    const data = {
      number: live?.composition.number ?? null,
      created: live?.composition.created ?? null,
      who: live?.change.who ?? null,
      why: live?.change.why ?? null,
      live: shown,
    };
    const lines = [headline(live), ...(shown.length > 0 ? [table(shown)] : [])];
    if (area === undefined) return { data, text: lines.join('\n') };
    const publications = (await readPublications(trusted(store, live, key), area)).published;
    const published = publications.map(({ name }) => name.version);
    if (shown.length === 0 && published.length === 0)
      throw new OperationRefused(`${area} is neither live nor published: "portal status" lists what is live`);
    const list = `Published, newest first: ${published.join(', ') || 'none'}`;
    const warnings = publishedInFuture(publications).map(
      (each) =>
        `${each.name.version} was published at ${each.published}, which is in the future: it may not be the newest.`,
    );
    return { data: { ...data, published, warnings }, text: [...lines, list, ...warnings].join('\n') };
  },
});

function headline(live: Live | undefined): string {
  if (live === undefined) return 'Nothing is live.';
  const { composition, change } = live;
  return singleLine(
    `Composition ${composition.number}, ${composition.created} by ${change.who}: ${change.why}`,
  );
}

function rowsOf(live: Live | undefined) {
  if (live === undefined) return [];
  const { host, previous_host: previousHost, canary_host: canaryHost, areas } = live.composition;
  const rolloutOf = (unit: string) => describeRule(live.change.rollout.find((rule) => rule.unit === unit));
  const commit = (release: LiveHost | LiveRelease) => release.commit?.slice(0, 8) ?? '–';
  return [
    {
      unit: 'host',
      active: host.version,
      commit: commit(host),
      previous: previousHost?.version ?? '–',
      canary: canaryOf(canaryHost),
      withdrawn: withdrawnOf(live.composition, 'host'),
      rollout: rolloutOf('host'),
    },
    ...areas.map(({ area, active, previous, canary }) => ({
      unit: area.id,
      active: active.version,
      commit: commit(active),
      previous: previous?.version ?? '–',
      canary: canaryOf(canary),
      withdrawn: withdrawnOf(live.composition, area.id),
      rollout: rolloutOf(area.id),
    })),
  ];
}

function canaryOf(canary: { release: { version: string }; percent: number } | null | undefined): string {
  return canary ? `${canary.release.version} at ${canary.percent} %` : '–';
}

function withdrawnOf(composition: Composition, unit: string): string {
  const versions = composition.withdrawn?.versions[unit] ?? [];
  return [...(isAreaWithdrawn(composition, unit) ? ['area'] : []), ...versions].join(', ') || '–';
}

/** Rows with the same keys as columns of text, with a header. */
function table(rows: readonly Record<string, string>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const head = Object.fromEntries(columns.map((column) => [column, column]));
  const lines = [head, ...rows];
  const widths = columns.map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => columns.map((column, index) => (line[column] ?? '').padEnd(widths[index] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
