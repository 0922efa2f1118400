// Gives twelve mutated compositions to the server and to the browser. Each is refused and the last good one stays in use.
import path from 'node:path';
import { createSigningKey, type SigningKey } from '@portal/federation-cli/signing-key';
import {
  type SignedComposition,
  signedCompositionSchema,
} from '@portal/federation-contract/signed-composition';
import { rows } from '@portal/testbed/fixtures/screens';
import { startFaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { altered, tamperMark } from '@portal/testbed/proxy/faults';
import { type ForeignServer, startForeignServer } from '@portal/testbed/proxy/local-server';
import { type CheckPortal, withPortal } from '../harness/portal.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { type Mutation, mutations } from './mutations.ts';

interface Trial extends CheckPortal {
  stranger: SigningKey;
  foreign: ForeignServer;
}

await withPortal(
  async (portal) => {
    const stranger = await createSigningKey(path.join(portal.dataFolder, 'keys/stranger.pem'));
    await using foreign = await startForeignServer();
    const trial = { ...portal, stranger, foreign };
    // An older composition needs a lower number.
    await portal.portal.write({ ...portal.portal.live(), number: 5 });
    await fetch(portal.url);
    const cases: CheckCase[] = [];
    for (const mutation of mutations) cases.push(await inServer(mutation, trial));
    for (const mutation of mutations) cases.push(await inBrowser(mutation, trial));
    reportCases('composition-mutations', cases);
  },
  { isProduction: true },
);

async function mutated({ write }: Mutation, { portal, url, stranger, foreign }: Trial): Promise<string> {
  const signed = await readSigned(url);
  return write({ live: portal.live(), signed, owner: portal.key, stranger, foreign: foreign.url });
}

async function readSigned(url: string): Promise<SignedComposition> {
  const response: unknown = await (await fetch(`${url}/composition.json`)).json();
  const result = await signedCompositionSchema['~standard'].validate(response);
  if (result.issues) throw new Error('composition.json is not signed');
  return result.value;
}

/** Replaces the live composition in the store; the server must keep serving the last good one. */
async function inServer(mutation: Mutation, trial: Trial): Promise<CheckCase> {
  const { portal, url } = trial;
  const good = portal.live();
  const tried = await tryCase(`server: ${mutation.name}`, async (problems) => {
    portal.replaceFile(await mutated(mutation, trial));
    const served: { payload: string } = await (await fetch(`${url}/composition.json`)).json();
    if (served.payload !== JSON.stringify(good)) problems.push('the server serves the mutated composition');
    const page = await fetch(`${url}/login`);
    if (page.status !== 200) problems.push(`the login page returns ${page.status}`);
    if (!(await page.text()).includes(good.host.base)) problems.push('the page loads another host');
    if (!/refused/i.test(trial.log())) problems.push('the refusal was not logged');
  });
  await portal.write(good);
  await fetch(`${url}/composition.json`);
  return tried;
}

/** Replaces the composition in the HTML; the page must use the last good one that the browser has stored. */
function inBrowser(mutation: Mutation, trial: Trial): Promise<CheckCase> {
  const { browser, state, url, portal, foreign } = trial;
  return tryCase(`browser: ${mutation.name}`, async (problems) => {
    await using proxy = await startFaultProxy(url);
    await using context = await browser.newContext({
      baseURL: proxy.url,
      storageState: state,
      locale: 'en-GB',
    });
    const page = await context.newPage();
    await page.goto('/finances/payments');
    await rows(page).first().waitFor();
    const text = await mutated(mutation, trial);
    proxy.inject(
      (asked) => asked.startsWith('/finances/payments'),
      altered((body) => Buffer.from(withComposition(body.toString(), text))),
    );
    foreign.requested.length = 0;
    const mark = proxy.asked.length;
    await page.goto('/finances/payments');
    await rows(page)
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => problems.push('the last good composition was not used'));
    const seen = await page.evaluate(
      (name) => ({ hasRun: name in globalThis, isPolluted: 'polluted' in Object.prototype }),
      tamperMark,
    );
    if (proxy.faulty === 0) problems.push('the page was not mutated: the case proves nothing');
    if (seen.hasRun) problems.push('foreign code ran');
    if (seen.isPolluted) problems.push('the prototype was polluted');
    if (foreign.requested.length > 0) problems.push('a foreign origin was requested');
    const bases = portal.live().areas.map(({ active }) => active.base);
    const strange = proxy.asked
      .slice(mark)
      .filter((asked) => asked.startsWith('/remotes/') && !bases.some((base) => asked.startsWith(base)));
    if (strange.length > 0) problems.push(`requested ${strange[0]}`);
  });
}

/** The HTML with another text instead of its composition. */
function withComposition(html: string, text: string): string {
  const slot = /(<script type="application\/json" id="portal-composition">)[\s\S]*?(<\/script>)/;
  if (!slot.test(html)) throw new Error('the page contains no composition');
  return html.replace(slot, (_, start: string, end: string) => start + text.replaceAll('<', '\\u003c') + end);
}
