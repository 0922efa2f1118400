import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import type { UnitSet } from '../composition/write-composition.ts';
import type { Finding } from '../gate/check-release.ts';
import { withLock } from '../store/directory-lock.ts';
import { openBackend } from './backend.ts';
import { findInstalledBrowser } from './find-browser.ts';
import { type Compared, findFaults } from './find-faults.ts';
import { findLongTask } from './long-tasks.ts';
import { type Observation, observePage, type Visit } from './observe-page.ts';
import { readPageConfig, type ServedSet, serveSet } from './serve-set.ts';
import { type SessionCookie, signIn } from './sign-in.ts';
import { removeOtherReleases, stageSet, withoutFallbacks } from './staged-sets.ts';
import {
  type RunCandidates,
  TrialImpossible,
  type TrialRequest,
  type TrialResult,
  type TrialSettings,
} from './trial-run.ts';
import { type TriedPage, triedPages } from './tried-pages.ts';

/** Milliseconds that a run waits for another one on this machine. */
const patience = 300_000;
/** Milliseconds that a second look at the reference waits for code that is loaded late. */
const lingerTime = 2_000;

/** Serves the live set and the set that is to go live on this machine, and opens the candidates' pages in Chromium. */
export const runCandidates: RunCandidates = async (request, settings) => {
  const folder = path.join(settings.dataFolder, 'trial-run');
  try {
    return await withLock(
      path.join(folder, 'run.lock'),
      () => run(request, { ...settings, dataFolder: folder }),
      {
        patience,
      },
    );
  } catch (error) {
    if (!(error instanceof TrialImpossible)) throw error;
    const { message, advice } = error;
    const skip = 'To go on without the trial run: --no-run --reason "…", which is recorded.';
    const release = request.candidates.map(({ unit, version }) => `${unit}@${version}`).join(', ');
    return { findings: [{ check: 'run', release, message, advice: `${advice} ${skip}` }] };
  }
};

async function run(request: TrialRequest, settings: TrialSettings): Promise<TrialResult> {
  const executablePath = await findInstalledBrowser(settings.environment);
  if (executablePath === undefined)
    throw new TrialImpossible(
      'no browser was found to run it in',
      'Install Chromium ("apt-get install chromium", "npx playwright-core install chromium"), or name its program in PORTAL_BROWSER.',
    );
  const { store, live, units, candidates } = request;
  const releases = path.join(settings.dataFolder, 'releases');
  const ids = candidates.map(({ unit }) => unit);
  const sets = { live: live && withoutFallbacks(live, []), candidate: withoutFallbacks(units, ids) };
  const staged = async (set: UnitSet, name: string) =>
    stageSet(store, set, { folder: path.join(settings.dataFolder, name), releases });
  const candidateSet = await staged(sets.candidate, 'candidate');
  const liveSet = sets.live && (await staged(sets.live, 'live'));
  await removeOtherReleases(
    releases,
    [sets.live, sets.candidate].filter((set) => set !== undefined),
  );
  await using backend = await openBackend(settings, liveSet ?? candidateSet);
  const config = await readPageConfig(backend.origin);
  const serving = { config, facts: settings.facts, backend: backend.origin };
  await using served = await serveSet(candidateSet, serving);
  await using servedLive = liveSet && (await serveSet(liveSet, serving));
  const cookies = await signIn(backend.origin, settings);
  const { chromium } = await import('playwright-core');
  await using browser = await chromium.launch({ executablePath });
  const visitors = {
    candidate: await openVisitors(browser, served, cookies),
    live: servedLive && (await openVisitors(browser, servedLive, cookies)),
  };
  const findings: Finding[] = [];
  for (const page of triedPages(sets.candidate, sets.live, candidates, settings.facts)) {
    settings.progress(`opening ${page.path}`);
    findings.push(...(await tryPage(page, { visitors, units: sets.candidate, facts: settings.facts })));
  }
  return { findings };
}

interface Visitors {
  origin: string;
  anonymous: BrowserContext;
  signedIn: BrowserContext;
}

async function openVisitors(
  browser: Browser,
  { origin }: ServedSet,
  cookies: readonly SessionCookie[],
): Promise<Visitors> {
  const options = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;
  const [anonymous, signedIn] = await Promise.all([browser.newContext(options), browser.newContext(options)]);
  await signedIn.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin })));
  return { origin, anonymous, signedIn };
}

interface Trial extends Pick<TrialSettings, 'facts'> {
  visitors: { candidate: Visitors; live: Visitors | undefined };
  units: UnitSet;
}

async function tryPage(page: TriedPage, { visitors, units, facts }: Trial): Promise<Finding[]> {
  const { path: pathname, area, candidate: tried, isAnonymous, isLive } = page;
  const observe = (
    { origin, anonymous, signedIn }: Visitors,
    more: Pick<Visit, 'blocked' | 'lingers'> = {},
  ) => observePage(isAnonymous ? anonymous : signedIn, { url: origin + pathname, area, ...more });
  const active = units.areas.find((one) => one.area.id === tried.unit)?.active;
  const liveVisitors = isLive ? visitors.live : undefined;
  const repeat = {
    candidate: () => observe(visitors.candidate),
    reference: async (lingers = 0): Promise<Observation> => {
      if (liveVisitors !== undefined) return observe(liveVisitors, { lingers });
      const alone = await observe(visitors.candidate, { lingers, blocked: active?.base });
      // What the missing files cause is not to excuse the candidate.
      return { ...alone, errors: [], rejections: [], failures: [] };
    },
  };
  const [candidate, reference] = await Promise.all([repeat.candidate(), repeat.reference()]);
  const compared: Compared = {
    release: `${tried.unit}@${tried.version}`,
    path: pathname,
    area,
    ownGlobal: active?.unique_name ?? null,
    candidate,
    reference,
  };
  const task = candidate.isStuck ? [] : await findLongTask(compared, repeat, facts.trial_run.long_task_ms);
  if (findFaults(compared).length === 0) return task;
  // The host loads some code later, which may have come too late for the reference.
  const second = await repeat.reference(lingerTime);
  return [...findFaults({ ...compared, reference: merged(reference, second) }), ...task];
}

function merged(a: Observation, b: Observation): Observation {
  return {
    ...a,
    errors: [...a.errors, ...b.errors],
    rejections: [...a.rejections, ...b.rejections],
    changed: [...a.changed, ...b.changed],
    added: [...a.added, ...b.added],
    missingTexts: [...a.missingTexts, ...b.missingTexts],
    failures: [...a.failures, ...b.failures],
  };
}
