import path from 'node:path';
import type { Browser } from 'playwright-core';
import type { UnitSet } from '../composition/write-composition.ts';
import { withLock } from '../store/directory-lock.ts';
import { inParallel } from '../store/release-store.ts';
import { openBackend } from './backend.ts';
import { findInstalledBrowser } from './find-browser.ts';
import { viewHeight, viewWidths } from './page-views.ts';
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
import { triedPages } from './tried-pages.ts';
import { tryPage, type Visitors } from './try-page.ts';

/** Milliseconds that a run waits for another one on this machine. */
const patience = 300_000;
/** Each page is open in both sets, and most of the time it waits. */
const parallelPages = 3;

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
    return { findings: [{ check: 'run', release, message, advice: `${advice} ${skip}` }], pages: [] };
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
  const moment = Date.now();
  const serving = { config, moment, facts: settings.facts, backend: backend.origin };
  await using served = await serveSet(candidateSet, serving);
  await using servedLive = liveSet && (await serveSet(liveSet, serving));
  const cookies = await signIn(backend.origin, settings);
  const { chromium } = await import('playwright-core');
  await using browser = await chromium.launch({ executablePath });
  const visitors = {
    candidate: visitorsOf(browser, served, cookies),
    live: servedLive && visitorsOf(browser, servedLive, cookies),
  };
  const tried = new Map<string, TrialResult>();
  const all = triedPages(sets.candidate, sets.live, candidates, settings.facts);
  await inParallel(
    all,
    async (page) => {
      settings.progress(`opening ${page.path}`);
      tried.set(page.path, await tryPage(page, { visitors, sets, moment, facts: settings.facts }));
    },
    parallelPages,
  );
  const results = all.flatMap(({ path: opened }) => tried.get(opened) ?? []);
  return {
    findings: results.flatMap(({ findings }) => findings),
    pages: results.flatMap(({ pages }) => pages),
  };
}

/** Each page gets a browser session of its own, so that nothing of another page is left in it. */
function visitorsOf(browser: Browser, { origin }: ServedSet, cookies: readonly SessionCookie[]): Visitors {
  return {
    origin,
    async open({ isAnonymous }) {
      const context = await browser.newContext({
        viewport: { width: viewWidths[0], height: viewHeight },
        reducedMotion: 'reduce',
      });
      if (!isAnonymous) await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin })));
      return context;
    },
  };
}
