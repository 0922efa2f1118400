// Gives twelve mutated compositions to the server and to the browser. Each is refused and the last good one stays in use.
import { createServer } from 'node:http';
import path from 'node:path';
import { createSigningKey, type SigningKey } from '@portal/federation-cli/signing-key';
import {
  type SignedComposition,
  signedCompositionSchema,
} from '@portal/federation-contract/signed-composition';
import { rows } from '@portal/testbed/fixtures/screens';
import { FaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { altered } from '@portal/testbed/proxy/faults';
import { type CheckPortal, withPortal } from '../harness/portal.ts';
import { type CheckCase, lineOf, reportCases } from '../harness/report.ts';
import { type Mutation, mutations } from './mutations.ts';

interface Trial extends CheckPortal {
  stranger: SigningKey;
  foreign: { url: string; requestCount: () => number };
}

await withPortal(measure, { isProduction: true });

async function measure(portal: CheckPortal): Promise<void> {
  const stranger = await createSigningKey(path.join(portal.dataFolder, 'keys/stranger.pem'));
  const server = createServer((_request, response) => {
    requestCount += 1;
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('globalThis.portalTampered=true');
  });
  let requestCount = 0;
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.on('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const trial = {
    ...portal,
    stranger,
    foreign: { url: `http://localhost:${port}`, requestCount: () => requestCount },
  };
  // An older composition needs a lower number.
  await portal.portal.write({ ...portal.portal.live(), number: 5 });
  await fetch(portal.url);
  const cases: CheckCase[] = [];
  for (const mutation of mutations) cases.push(await inServer(mutation, trial));
  for (const mutation of mutations) cases.push(await inBrowser(mutation, trial));
  server.close();
  reportCases('composition-mutations', cases);
}

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
  const name = `server: ${mutation.name}`;
  const { portal, url } = trial;
  const good = portal.live();
  const problems: string[] = [];
  try {
    portal.replaceFile(await mutated(mutation, trial));
    const served: { payload: string } = await (await fetch(`${url}/composition.json`)).json();
    if (served.payload !== JSON.stringify(good)) problems.push('the server serves the mutated composition');
    const page = await fetch(`${url}/login`);
    if (page.status !== 200) problems.push(`the login page returns ${page.status}`);
    if (!(await page.text()).includes(good.host.base)) problems.push('the page loads another host');
    if (!/refused/i.test(trial.log())) problems.push('the refusal was not logged');
  } catch (error) {
    problems.push(lineOf(error));
  }
  await portal.write(good);
  await fetch(`${url}/composition.json`);
  return { name, problems };
}

/** Replaces the composition in the HTML; the page must use the last good one that the browser has stored. */
async function inBrowser(mutation: Mutation, trial: Trial): Promise<CheckCase> {
  const name = `browser: ${mutation.name}`;
  const { browser, state, url, portal, foreign } = trial;
  const proxy = await FaultProxy.start(url);
  const context = await browser.newContext({ baseURL: proxy.url, storageState: state, locale: 'en-GB' });
  const problems: string[] = [];
  try {
    const page = await context.newPage();
    await page.goto('/finances/payments');
    await rows(page).first().waitFor();
    const text = await mutated(mutation, trial);
    proxy.inject(
      (asked) => asked.startsWith('/finances/payments'),
      altered((body) => Buffer.from(withComposition(body.toString(), text))),
    );
    const countBefore = foreign.requestCount();
    const mark = proxy.asked.length;
    await page.goto('/finances/payments');
    await rows(page)
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => problems.push('the last good composition was not used'));
    const seen = await page.evaluate(() => ({
      hasRun: 'portalTampered' in globalThis,
      isPolluted: 'polluted' in Object.prototype,
    }));
    if (proxy.faulty === 0) problems.push('the page was not mutated: the case proves nothing');
    if (seen.hasRun) problems.push('foreign code ran');
    if (seen.isPolluted) problems.push('the prototype was polluted');
    if (foreign.requestCount() > countBefore) problems.push('a foreign origin was requested');
    const bases = portal.live().areas.map(({ active }) => active.base);
    const strange = proxy.asked
      .slice(mark)
      .filter((asked) => asked.startsWith('/remotes/') && !bases.some((base) => asked.startsWith(base)));
    if (strange.length > 0) problems.push(`requested ${strange[0]}`);
  } catch (error) {
    problems.push(lineOf(error));
  } finally {
    await context.close();
    await proxy.stop();
  }
  return { name, problems };
}

/** The HTML with another text instead of its composition. */
function withComposition(html: string, text: string): string {
  const slot = /(<script type="application\/json" id="portal-composition">)[\s\S]*?(<\/script>)/;
  if (!slot.test(html)) throw new Error('the page contains no composition');
  return html.replace(slot, (_, start: string, end: string) => start + text.replaceAll('<', '\\u003c') + end);
}
