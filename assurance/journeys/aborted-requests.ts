// npm run bar -- aborted-requests [seeds …] [--grep <journey>]: aborts a tenth of all requests of every journey, half of them
// after the server has responded.
import { parseArgs } from 'node:util';
import { demo } from '@portal/testbed/fixtures/account';
import { newEmail } from '@portal/testbed/fixtures/registration';
import {
  type ChooseAbort,
  lostResponses,
  seededAborts,
  startAbortingProxy,
} from '@portal/testbed/proxy/aborting-proxy';
import { inParallel } from '@portal/testbed/runner/concurrency';
import type { Pool } from 'pg';
import { openDatabase } from '../harness/bff.ts';
import { untilQuiet } from '../harness/database-state.ts';
import { type CheckPortal, withPortal } from '../harness/portal.ts';
import { type CheckCase, problemsIn, reportCases } from '../harness/report.ts';
import { accountJourneys } from './account-journeys.ts';
import { addCustomers, type Journey, openScene, type Scene, sessionOf } from './journey.ts';
import { watchPages } from './page-faults.ts';
import { mostRetries, travel } from './patient-user.ts';
import { readingJourneys } from './reading-journeys.ts';
import { visitorJourneys } from './visitor-journeys.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: 'string', default: '' },
  },
});
const [, ...given] = positionals;
const seeds = given.length > 0 ? given : ['1', '2', '3'];
/** Of all requests. */
const share = 0.1;
const workers = 3;
const journeys = [...accountJourneys, ...visitorJourneys, ...readingJourneys].filter(({ name }) =>
  name.includes(values.grep),
);

interface Run {
  /** What is aborted: `seed 1`. */
  name: string;
  choose: ChooseAbort;
  journey: Journey;
  email: string;
  /** Address for the limits by address. */
  visitor: string;
}

interface Finished {
  run: Run;
  scene: Scene;
  problems: string[];
  retries: readonly string[];
  requests: number;
  aborted: number;
  answered: number;
}

const settings = {
  TRUSTED_PROXIES: '127.0.0.1',
  // The limits and the bot check of production.
  RATE_LIMIT_FACTOR: '1',
  BOT_CHECK: 'altcha',
};

await withPortal(
  async (portal) => {
    const database = await openDatabase(portal.dataFolder);
    const all = journeys.flatMap(runsOf).map((run, index) => ({
      ...run,
      email: newEmail(),
      visitor: `10.${index >> 8}.${index & 255}.1`,
    }));
    await addCustomers(
      database,
      all.map(({ email }) => email),
    );
    const finished = await inParallel(all, workers, async (run) => {
      const result = await make(run, portal, database);
      console.error(lineOf(result));
      return result;
    });
    await untilQuiet(database);
    const cases: CheckCase[] = [];
    for (const { run, scene, problems } of finished) {
      problems.push(...(await problemsIn((found) => compareEffects(run.journey, scene, found))));
      await scene.api.dispose();
      cases.push({ name: nameOf(run), problems });
    }
    await database.end();
    reportCases('aborted-requests', cases, notesOn(finished));
  },
  { settings, needsWindow: true },
);

/** A journey with each seed, and one in which the response to the first of every changing request is lost. */
function runsOf(journey: Journey): Pick<Run, 'name' | 'choose' | 'journey'>[] {
  return [
    ...seeds.map((seed) => ({
      name: `seed ${seed}`,
      choose: seededAborts(`${seed} ${journey.name}`, share),
      journey,
    })),
    { name: 'lost responses', choose: lostResponses, journey },
  ];
}

async function make(run: Run, { browser, url, state }: CheckPortal, database: Pool): Promise<Finished> {
  const { choose, journey, email, visitor } = run;
  await using proxy = await startAbortingProxy(url, { choose, visitor });
  const credentials = { email, password: demo.password };
  const scene = await openScene({ credentials, database, portal: url, proxy: proxy.url, visitor });
  let retries: readonly string[] = [];
  const problems = await problemsIn(async (found) => {
    const stored =
      journey.as === 'demonstration' ? state : journey.as === 'customer' ? await sessionOf(scene) : undefined;
    await journey.prepare?.(scene);
    await using context = await browser.newContext({
      baseURL: proxy.url,
      locale: 'en-GB',
      timezoneId: 'Europe/Tallinn',
      viewport: { width: 1280, height: 860 },
      ...(stored && { storageState: stored }),
    });
    const faults = await watchPages(context);
    const result = await travel(await context.newPage(), journey.route(scene));
    retries = result.retries;
    if (!result.isDone) found.push(`not finished after ${mostRetries} retries: ${retries.join(' | ')}`);
    found.push(...new Set(faults));
  });
  const answered = proxy.aborted.filter(({ abort }) => abort === 'after').length;
  const { requests, aborted } = proxy;
  return { run, scene, problems, retries, requests, aborted: aborted.length, answered };
}

async function compareEffects({ check }: Journey, scene: Scene, problems: string[]): Promise<void> {
  for (const { what, found, expected } of (await check?.(scene)) ?? [])
    if (found !== expected) problems.push(`${found} ${what} instead of ${expected}`);
}

function nameOf({ name, journey }: Run): string {
  return `${journey.name}, ${name}`;
}

function lineOf({ run, problems, retries, requests, aborted, answered }: Finished): string {
  const counts = `${requests} requests, ${aborted} aborted, ${answered} of them answered`;
  return [`${nameOf(run)}: ${counts}; ${retries.length} retries`, ...retries, ...problems].join('\n    ');
}

function notesOn(finished: readonly Finished[]): string[] {
  const sum = (of: (one: Finished) => number) => finished.reduce((total, one) => total + of(one), 0);
  const most = Math.max(...finished.map(({ retries }) => retries.length));
  return [
    `seeds ${seeds.join(', ')}; choose others with: npm run bar -- aborted-requests <seeds>`,
    `${sum(({ requests }) => requests)} requests, ${sum(({ aborted }) => aborted)} aborted, ${sum(({ answered }) => answered)} of them after the server's response`,
    `${sum(({ retries }) => retries.length)} retries of customers, at most ${most} in a journey; target at most ${mostRetries}`,
    'target: every journey ends; no blank page, no unhandled rejection, no effect missing or twice',
  ];
}
