import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { FailureStage } from '@portal/federation-contract/release-telemetry';
import type { AreaModule } from '@portal/shared/area';
import { readMissingTexts, requireTexts } from '@portal/shared/i18n';
import type { ComponentType } from 'react';
import { pageRelease } from '../composition/page-releases.ts';
import { AreaLoadError, type AreaRun, areaRun, attemptQuery, canFallBack, fallBack } from './area-run.ts';
import { IntegrityError } from './integrity.ts';
import { reportFailure } from './release-reports.ts';
import { chunkLimit, entryLimit, TimeLimitError, textsLimit, withinLimit } from './within-limit.ts';

export type PartKind = 'pages' | 'sidebars' | 'plates';

/** Milliseconds before a failed request is made again: customers whom one fault hits together must not come back together. */
const retryDelay = { least: 150, spread: 300 };
const retryLimit = 1;

/**
 * Loads a component of an area. What fails is tried once more, unless it has used up its time; then the area changes to
 * its previous release, if nothing of it has been shown yet. Rejects with AreaLoadError when no step is left.
 */
export async function loadPart(
  area: string,
  kind: PartKind,
  id: string,
): Promise<{ default: ComponentType }> {
  for (;;) {
    const run = areaRun(area);
    let stage: FailureStage = 'entry';
    const texts = partTexts(area, kind, id, run);
    try {
      const module = await areaModule(area, run);
      stage = 'chunk';
      const load = module[kind]?.[id];
      if (load === undefined) throw new Error(`The area "${area}" has no ${kind} "${id}"`);
      const part = await withinLimit(load(), chunkLimit);
      stage = 'texts';
      await texts;
      if (run === areaRun(area)) return part;
    } catch (error) {
      // Another part of the area has failed meanwhile and has put the area on another run: follow it.
      if (run !== areaRun(area)) continue;
      const failedAt = stageOf(error, stage);
      // What fails in several parts at once is one failure.
      run.recovery ??= stepDown(area, run, { error, stage: failedAt }).finally(() => delete run.recovery);
      if (!(await run.recovery)) throw new AreaLoadError(area, error);
    }
  }
}

/** The texts of a page's first view, beside its code; other parts read theirs when they are drawn. */
function partTexts(area: string, kind: PartKind, id: string, { attempt }: AreaRun): Promise<void> {
  const pages = kind === 'pages' ? pageRelease(area)?.area.pages : undefined;
  const namespaces = pages?.find((page) => page.id === id)?.namespaces ?? [];
  const texts = withinLimit(requireTexts(namespaces, { again: attempt > 0 }), textsLimit);
  // Whoever waits for the code first hears of this later.
  texts.catch(() => undefined);
  return texts;
}

/** Takes the next step of the recovery; false when there is none. */
async function stepDown(
  area: string,
  run: AreaRun,
  { error, stage }: { error: unknown; stage: FailureStage },
): Promise<boolean> {
  reportFailure(area, stage);
  if (run.retries < retryLimit && !(error instanceof TimeLimitError)) {
    run.retries += 1;
    run.attempt += 1;
    await new Promise((resolve) => setTimeout(resolve, retryDelay.least + Math.random() * retryDelay.spread));
    return true;
  }
  if (!canFallBack(area)) return false;
  fallBack(area);
  return true;
}

function areaModule(area: string, run: AreaRun): Promise<AreaModule> {
  run.module ??= withinLimit(requestModule(area, run), entryLimit).catch((error: unknown) => {
    delete run.module;
    throw error;
  });
  return run.module;
}

async function requestModule(area: string, run: AreaRun): Promise<AreaModule> {
  const { release } = run;
  const query = attemptQuery(run);
  const entry = new URL(release.base + release.entry + query, location.origin);
  registerRemotes([{ name: release.unique_name, entry: entry.href, type: 'global' }], {
    force: query !== '',
  });
  // What kept the code from coming may have kept the texts, too.
  const texts = query === '' ? undefined : readMissingTexts(pageRelease(area)?.area.namespaces ?? []);
  const module = await loadRemote<{ area: AreaModule }>(`${release.unique_name}/area`);
  await texts;
  if (module === null) throw new Error('the entry has no "./area"');
  return module.area;
}

function stageOf(error: unknown, stage: FailureStage): FailureStage {
  if (error instanceof IntegrityError) return 'refused';
  if (error instanceof Error && 'code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED') return 'style';
  return stage;
}
