import type { Composition } from '@portal/federation-contract/composition';
import { isAreaWithdrawn } from '@portal/federation-contract/release-lookup';
import type { AreaState, States } from './composition-file.ts';

/** The live versions by area id; the host's under `host`. */
export function statesOf(
  composition:
    | Pick<Composition, 'host' | 'previous_host' | 'canary_host' | 'areas' | 'withdrawn'>
    | undefined,
): Record<string, AreaState> {
  if (composition === undefined) return {};
  const areas = composition.areas.map(({ area, active, previous, canary }) => [
    area.id,
    {
      active: active.version,
      previous: previous?.version ?? null,
      canary: canaryState(canary),
      ...withdrawnState(composition, area.id),
    },
  ]);
  return Object.fromEntries([
    [
      'host',
      {
        active: composition.host.version,
        previous: composition.previous_host?.version ?? null,
        canary: canaryState(composition.canary_host),
        ...withdrawnState(composition, 'host'),
      },
    ],
    ...areas,
  ]);
}

function canaryState(
  canary: { release: { version: string }; percent: number } | null | undefined,
): AreaState['canary'] {
  return canary ? { version: canary.release.version, percent: canary.percent } : null;
}

function withdrawnState(
  composition: Pick<Composition, 'withdrawn'>,
  unit: string,
): Pick<AreaState, 'withdrawn' | 'withdrawn_versions'> {
  const versions = composition.withdrawn?.versions[unit] ?? [];
  return {
    ...(isAreaWithdrawn(composition, unit) && { withdrawn: true }),
    ...(versions.length > 0 && { withdrawn_versions: versions }),
  };
}

/** The units in which two compositions differ: the same ids on both sides, null for a unit that is absent. */
export function changedStates(
  from: Record<string, AreaState>,
  to: Record<string, AreaState>,
): { before: States; after: States } {
  const ids = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (id) => JSON.stringify(from[id]) !== JSON.stringify(to[id]),
  );
  const pick = (states: Record<string, AreaState>) =>
    Object.fromEntries(ids.map((id) => [id, states[id] ?? null]));
  return { before: pick(from), after: pick(to) };
}

/** `0.1.0-aaaa1111, canary 0.2.0-bbbb2222 at 10 %`; `nothing` for null. */
export function describeState(state: AreaState | null | undefined): string {
  if (state === null || state === undefined) return 'nothing';
  const canary = state.canary === null ? '' : `, canary ${state.canary.version} at ${state.canary.percent} %`;
  const versions = state.withdrawn_versions ?? [];
  const withdrawn = [
    ...(state.withdrawn === true ? [', withdrawn'] : []),
    ...(versions.length > 0 ? [`, withdrawn versions ${versions.join(', ')}`] : []),
  ];
  return [state.active, canary, ...withdrawn].join('');
}

/** One line for each id that changes: `voicing: 0.1.0-… → 0.2.0-…`. */
export function describeChange({ before, after }: { before: States; after: States }): string[] {
  return Object.keys(after).map((id) => {
    const [from, to] = [describeState(before[id]), describeState(after[id])];
    if (from !== to) return `${id}: ${from} → ${to}`;
    return `${id}: previous ${before[id]?.previous ?? 'none'} → ${after[id]?.previous ?? 'none'}`;
  });
}
