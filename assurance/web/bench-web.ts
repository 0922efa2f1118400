// npm run bench:web [-- --runs 5] [--simulated-runs 5] [--routes login,cdr] [--caches cold,warm,release] [--no-interactions]
// Loads pages of the portal, and of the same sources as one program, in Chromium with a slow processor and network, by turns,
// and at full speed for Lighthouse's simulation of both (0 runs of either leave it out).
// Prints Markdown tables: medians of both, and the median of the ratios of the pairs.
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { benchmarkIndex } from './benchmark-index.ts';
import { type ComparedPortal, startFederated, startMonolith } from './compared-portals.ts';
import { measureInteractions, measureLanguage, measureNavigation } from './interactions.ts';
import { type LoadFigures, measureLoad, phone } from './page-load.ts';
import { simulateLoad } from './simulated-load.ts';
import {
  interactionRow,
  interactionTitles,
  loadRow,
  loadTitles,
  navigationRow,
  navigationTitles,
  row,
  simulatedRow,
  simulatedTitles,
} from './tables.ts';

const routes: Record<string, { path: string; ready: string; isOpen?: true }> = {
  login: { path: '/login', ready: '#root form button[type=submit]', isOpen: true },
  welcome: { path: '/welcome', ready: '#main h1' },
  cdr: { path: '/voicing/cdr', ready: '[data-area-page=voicing] h1' },
  payments: { path: '/finances/payments', ready: '[data-area-page=finances] h1' },
  profile: { path: '/profile', ready: '[data-area-page=profile] h1' },
};
const { values } = parseArgs({
  allowNegative: true,
  options: {
    runs: { type: 'string', default: '5' },
    'simulated-runs': { type: 'string' },
    routes: { type: 'string', default: Object.keys(routes).join() },
    caches: { type: 'string', default: 'cold,warm,release' },
    interactions: { type: 'boolean', default: true },
  },
});
const runs = Number(values.runs);
const simulatedRuns = Number(values['simulated-runs'] ?? runs);
const chosen = values.routes.split(',').map((name) => {
  const route = routes[name];
  if (route === undefined) throw new Error(`unknown route ${name}: ${Object.keys(routes).join(', ')}`);
  return route;
});

await using federated = await startFederated();
await using monolith = await startMonolith();
await using browser = await chromium.launch({ executablePath: await findBrowser() });
const index = await benchmarkIndex(browser);
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? ''}, ${availableParallelism()} processors, benchmark index ${index}, Chromium ${browser.version()}, ${runs} pairs, ${simulatedRuns} simulated`,
);

if (runs > 0) {
  printTitles(loadTitles);
  for (const route of chosen)
    for (const cache of values.caches.split(',')) {
      const pairs = await inPairs(runs, (portal) => load(browser, portal, route, cache));
      console.log(loadRow(`${route.path}, ${cache}`, pairs));
    }
}

if (simulatedRuns > 0) {
  printTitles(simulatedTitles);
  for (const { path, isOpen = false } of chosen) {
    const pairs = await inPairs(simulatedRuns, ({ url, state }) =>
      simulateLoad(url + path, isOpen ? [] : state.cookies),
    );
    console.log(simulatedRow(path, pairs));
  }
}

if (runs > 0 && values.interactions) {
  const targets = Object.values(routes).filter(({ path }) => path !== '/welcome' && path !== '/login');
  const inBoth = <T>(work: (context: BrowserContext, url: string) => Promise<T>) =>
    inPairs(runs, (portal) =>
      inContext(browser, portal, {}, (context) => work(context, `${portal.url}/welcome`)),
    );
  const visits = await inBoth((context, url) => measureNavigation(context, url, targets));
  const changes = await inBoth(measureLanguage);
  printTitles(navigationTitles);
  for (const name of visits[0]?.[0].keys() ?? [])
    console.log(
      navigationRow(
        name,
        visits.map((pair) => pair.map((one) => one.get(name))),
      ),
    );
  console.log(navigationRow('language', changes));
  printTitles(interactionTitles);
  console.log(interactionRow(await inBoth(measureInteractions)));
}

function printTitles(titles: readonly string[]): void {
  console.log(`\n${row(titles)}`);
  console.log(row(titles.map(() => '---')));
}

/** Measures both portals in each run; which one is first alternates. */
async function inPairs<T>(count: number, measure: (portal: ComparedPortal) => Promise<T>): Promise<[T, T][]> {
  const pairs: [T, T][] = [];
  for (let run = 0; run < count; run += 1) {
    const isFirst = run % 2 === 0;
    const early = await measure(isFirst ? federated : monolith);
    const late = await measure(isFirst ? monolith : federated);
    pairs.push(isFirst ? [early, late] : [late, early]);
  }
  return pairs;
}

async function load(
  within: Browser,
  portal: ComparedPortal,
  { path, ready, isOpen = false }: { path: string; ready: string; isOpen?: boolean },
  cache: string,
): Promise<LoadFigures> {
  return inContext(within, portal, { ...phone, isOpen }, async (context) => {
    const measure = () => measureLoad(context, portal.url + path, ready);
    const first = await measure();
    if (cache === 'cold') return first;
    if (cache === 'warm') return measure();
    await portal.release(true);
    try {
      return await measure();
    } finally {
      await portal.release(false);
    }
  });
}

async function inContext<T>(
  within: Browser,
  { state }: ComparedPortal,
  { isOpen = false, ...device }: Partial<typeof phone> & { isOpen?: boolean },
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  await using context = await within.newContext({ ...device, ...(isOpen ? {} : { storageState: state }) });
  return await work(context);
}
