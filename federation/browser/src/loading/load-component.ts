import type { FailureStage } from '@portal/federation-contract/release-telemetry';
import type { AreaModule } from '@portal/shared/area';
import { readMissingTexts, requireTexts } from '@portal/shared/i18n';
import type { ComponentType } from 'react';
import { pageRelease } from '../composition/page-releases.ts';
import {
  type AreaLoad,
  AreaLoadError,
  areaLoad,
  attemptQuery,
  canFallBack,
  fallBack,
  fileAddress,
  loadFromAlternate,
  showWhenLoaded,
} from './area-load.ts';
import { beginRun, checkBuiltIns } from './built-ins.ts';
import { loadExposed } from './containers.ts';
import { IntegrityError } from './integrity.ts';
import { reportFailure } from './release-telemetry.ts';
import { countStart, RestartLoopError } from './restart-loop.ts';
import {
  chunkLimit,
  entryLimit,
  pauseBeforeRetry,
  TimeLimitError,
  textsLimit,
  withinLimit,
} from './time-limits.ts';

/** A list of area.json whose entries are components. */
export type ComponentKind = 'pages' | 'sidebars' | 'plates';

const retryLimit = 1;

/**
 * Loads a component of an area. The fallback sequence: a failure is retried once, unless it was a time-out or a restart
 * loop; then the area is loaded from the second copy of its release, unless it was a restart loop; then it changes to its previous release, if none of its components was
 * shown yet. Rejects with AreaLoadError at the end of the sequence; a component that arrives later replaces the message.
 */
export async function loadComponent(
  area: string,
  kind: ComponentKind,
  id: string,
): Promise<{ default: ComponentType }> {
  beginRun(area);
  for (;;) {
    const load = areaLoad(area);
    let stage: FailureStage = 'entry';
    const texts = firstTexts(area, kind, id, load);
    try {
      if (kind === 'pages') countStart(`${area} ${load.release.version}`);
      const module = await areaModule(area, load);
      stage = 'chunk';
      const importComponent = module[kind]?.[id];
      if (importComponent === undefined) throw new Error(`The area "${area}" has no ${kind} "${id}"`);
      const component = await withinLimit(checked(area, importComponent()), chunkLimit);
      stage = 'texts';
      await texts;
      if (load !== areaLoad(area)) continue;
      // Each component may be retried: a later fault of another file must not skip to the fallback release.
      load.retries = 0;
      return component;
    } catch (error) {
      checkBuiltIns(area);
      // Another component of the area has failed meanwhile and has changed the load state: use the new one.
      if (load !== areaLoad(area)) continue;
      const failedAt = stageOf(error, stage);
      // Simultaneous failures of several components count as one.
      load.recovery ??= recover(area, load, { error, stage: failedAt }).finally(() => delete load.recovery);
      if (await load.recovery) continue;
      if (error instanceof TimeLimitError) showWhenLoaded(area, load, error.work);
      throw new AreaLoadError(area, error);
    }
  }
}

/** Reads the texts of a page's first view beside its code; other components read theirs when they are rendered. */
function firstTexts(area: string, kind: ComponentKind, id: string, { attempt }: AreaLoad): Promise<void> {
  const pages = kind === 'pages' ? pageRelease(area)?.area.pages : undefined;
  const namespaces = pages?.find((page) => page.id === id)?.namespaces ?? [];
  const texts = withinLimit(requireTexts(namespaces, { again: attempt > 0 }), textsLimit);
  // loadComponent handles the failure once the code has arrived; until then it must not count as unhandled.
  texts.catch(() => undefined);
  return texts;
}

/** Takes the next step of the fallback sequence; false when there is none. */
async function recover(
  area: string,
  load: AreaLoad,
  { error, stage }: { error: unknown; stage: FailureStage },
): Promise<boolean> {
  reportFailure(area, stage);
  const isRetried = !(error instanceof TimeLimitError || error instanceof RestartLoopError);
  if (isRetried && load.retries < retryLimit) {
    load.retries += 1;
    load.attempt += 1;
    await pauseBeforeRetry();
    return true;
  }
  // The second copy has the same code, so it would reload the page too.
  if (!(error instanceof RestartLoopError) && loadFromAlternate(area)) return true;
  if (!canFallBack(area)) return false;
  fallBack(area);
  return true;
}

function areaModule(area: string, load: AreaLoad): Promise<AreaModule> {
  load.module ??= withinLimit(requestModule(area, load), entryLimit).catch((error: unknown) => {
    delete load.module;
    throw error;
  });
  return load.module;
}

async function requestModule(area: string, load: AreaLoad): Promise<AreaModule> {
  const { release } = load;
  const query = attemptQuery(load);
  const entry = new URL(fileAddress(load, release.entry), location.origin);
  // The fault that hit the code may have hit the texts too.
  const texts = query === '' ? undefined : readMissingTexts(pageRelease(area)?.area.namespaces ?? []);
  const place = { name: release.unique_name, address: entry.href };
  const module = await checked(area, loadExposed<{ area: AreaModule }>(place, './area'));
  await texts;
  return module.area;
}

/** Checks the built-ins once code of an area has run or failed. */
async function checked<T>(area: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    checkBuiltIns(area);
  }
}

function stageOf(error: unknown, stage: FailureStage): FailureStage {
  if (error instanceof IntegrityError) return 'refused';
  if (error instanceof RestartLoopError) return 'start';
  if (error instanceof Error && 'code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED') return 'style';
  return stage;
}
