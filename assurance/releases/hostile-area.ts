// A team's release behaves badly, on purpose or not. The gate refuses it, or the page reports it, with the area's name, while the shell
// and the other areas work.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scratchPortal } from '@portal/federation-cli/scratch-portal';
import type { ReleaseReport } from '@portal/federation-contract/release-telemetry';
import { expectAreaWorks } from '@portal/testbed/fixtures/area-proofs';
import { type Alterations, rewriteRelease } from '@portal/testbed/releases/altered-release';
import { currentReleases, type Releases } from '@portal/testbed/releases/archive';
import { inParallel, waitFor } from '@portal/testbed/runner/concurrency';
import { type CheckPortal, composedOf, withPortal } from '../harness/portal.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import {
  behavingRelease,
  type ReportedBehaviour,
  refusedBehaviours,
  reportedBehaviours,
} from './hostile-behaviours.ts';

const culprit = 'finances';
/** Seconds: some behaviours are only seen after a while. */
const reportLimit = 60;
const folder = mkdtempSync(path.join(tmpdir(), 'portal-hostile-'));
const cases: CheckCase[] = [];
try {
  const releases = currentReleases();
  cases.push(...(await checkGate(releases)));
  const hostile = alter(releases, behavingRelease, 'behaving');
  const composed = composedOf(new Map([...releases, [`remote-${culprit}`, hostile]]));
  const shown = [...reportedBehaviours.entries()];
  await withPortal(
    async (portal) => {
      cases.push(...(await inParallel(shown, 2, ([index, one]) => showBehaviour(portal, index, one))));
    },
    { composed, needsWindow: true },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
reportCases('hostile-area', cases);

/** The folder of a release of the culprit. */
function alter(releases: Releases, alterations: Omit<Alterations, 'suffix'>, suffix: string): string {
  const to = path.join(folder, suffix);
  rewriteRelease(releases.get(`remote-${culprit}`) ?? '', to, { ...alterations, suffix });
  return to;
}

/** Makes the honest releases live, and publishes and checks each hostile one beside them. */
async function checkGate(releases: Releases): Promise<CheckCase[]> {
  const root = path.resolve(import.meta.dirname, '../..');
  const portal = scratchPortal({
    PORTAL_ROOT: root,
    DATA_DIR: path.join(folder, 'data'),
    PORTAL_DIR: path.join(folder, 'portal'),
  });
  const run = async (line: string) => {
    const { code, err } = await portal.portal(line);
    if (code !== 0) throw new Error(`portal ${line}: ${err}`);
  };
  try {
    await run('keys create');
    const units = [...releases].map(([name, from]) => ({ unit: name.replace('remote-', ''), from }));
    for (const { unit, from } of units) await run(`publish ${unit} --from ${from}`);
    await run(`deploy ${units.map(({ unit }) => `${unit}@latest`).join(' ')} --reason honest`);
    const found: CheckCase[] = [];
    for (const [index, { name, release, refusal }] of refusedBehaviours.entries())
      found.push(
        await tryCase(`gate: ${name}`, async (problems) => {
          await run(`publish ${culprit} --from ${alter(releases, release, `refused${index}`)}`);
          const { code, out, err } = await portal.portal(`check ${culprit}@latest`);
          if (code !== 3) problems.push(`check ended with ${code}`);
          const said = out.split('\n').find((line) => refusal.test(line));
          if (said?.includes(`${culprit}@`) !== true)
            problems.push(`the gate does not name the culprit: ${out}${err}`);
        }),
      );
    return found;
  } finally {
    portal.remove();
  }
}

function showBehaviour(
  { browser, state, url }: CheckPortal,
  index: number,
  { name, reported }: ReportedBehaviour,
): Promise<CheckCase> {
  return tryCase(`page: ${name}`, async () => {
    await using context = await browser.newContext({ baseURL: url, storageState: state, locale: 'en-GB' });
    const page = await context.newPage();
    const reports: ReleaseReport[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/portal/reports'))
        reports.push(...JSON.parse(request.postData() ?? '').reports);
    });
    // A page that reloads itself interrupts this navigation.
    await page.goto(`/finances/payments?behaviour=${index}`).catch(() => undefined);
    const isNamed = () => reports.some((report) => report.area === culprit && sortOf(report) === reported);
    await waitFor(`no report names ${culprit}`, async () => isNamed() || undefined, reportLimit).catch(
      (error) => {
        throw new Error(`${error.message}: ${JSON.stringify(reports)}`);
      },
    );
    await expectAreaWorks(page, 'voicing');
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).waitFor();
    await page.keyboard.press('Escape');
    await expectAreaWorks(page, 'messaging');
    // On a busy machine any task is long.
    const blamed = reports.filter(
      (report) =>
        ![culprit, 'host'].includes(report.area) &&
        !['loaded', 'long-task', 'vital'].includes(sortOf(report)),
    );
    if (blamed.length > 0) throw new Error(`an innocent area was blamed: ${JSON.stringify(blamed)}`);
  });
}

/** `loaded`, the stage of a failure or the kind of an incident. */
function sortOf({ outcome }: ReleaseReport): string {
  if (outcome.result === 'failed') return outcome.stage;
  return outcome.result === 'incident' ? outcome.kind : outcome.result;
}
