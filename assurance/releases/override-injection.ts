// Tries every known way to load other code into a page: storage, cookies, addresses, globals, messages. Production ignores
// all of them.
import { createServer } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { rows } from '@portal/testbed/fixtures/screens';
import { type CheckPortal, withPortal } from '../harness/portal.ts';
import { type CheckCase, lineOf, reportCases } from '../harness/report.ts';

interface Foreign {
  url: string;
  requested: string[];
  stop: () => void;
}

interface Injection {
  name: string;
  /** Query of a link that a customer follows. */
  query?: (foreign: string) => string;
  /** Runs before any script of the page. */
  before?: (context: BrowserContext, foreign: string, url: string) => Promise<unknown>;
  /** Runs on the loaded page. */
  after?: (page: Page, foreign: string) => Promise<void>;
}

const keys = [
  'portal.overrides',
  'import-map-overrides',
  'import-map-override:finances',
  'import-map-overrides-disable',
  '__MF_DEVTOOLS__',
  'mf-devtools',
  '__FEDERATION_DEVTOOLS__',
  '__CHROME_DEVTOOLS_FEDERATION__',
  'devtoolsFederation',
  'overrides',
  'remotes',
  'federation.overrides',
];
const parameters = [
  'overrides',
  'override',
  'portal.overrides',
  'finances',
  'remotes',
  'imo',
  'remoteEntry',
  'mf',
];
const globals = [
  '__FEDERATION__',
  '__VMOK__',
  '__webpack_public_path__',
  '__MF_DEVTOOLS__',
  'portalAttempt',
  'portalStart',
  'importMapOverrides',
  '_FEDERATION_RUNTIME_CORE',
];

const injections: readonly Injection[] = [
  ...keys.flatMap((key) => [storing('localStorage', key), storing('sessionStorage', key)]),
  ...parameters.map(
    (name): Injection => ({
      name: `query ${name}`,
      query: (foreign) => `?${name}=${encodeURIComponent(JSON.stringify({ finances: `${foreign}/` }))}`,
    }),
  ),
  { name: 'query finances=<address>', query: (foreign) => `?finances=${encodeURIComponent(`${foreign}/`)}` },
  ...keys.slice(0, 6).map(
    (name): Injection => ({
      name: `cookie ${name}`,
      before: async (context, foreign, url) => {
        await context.addCookies([{ name, value: encodeURIComponent(`{"finances":"${foreign}/"}`), url }]);
      },
    }),
  ),
  ...globals.map(
    (name): Injection => ({
      name: `global ${name}`,
      before: (context, foreign) =>
        context.addInitScript(
          ([key, address]) => {
            const value = { overrides: { finances: address }, finances: address, moduleInfo: {}, SHARE: {} };
            Object.assign(globalThis, { [key ?? '']: value });
          },
          [name, `${foreign}/`],
        ),
    }),
  ),
  {
    name: 'message to the window',
    after: (page, foreign) =>
      page.evaluate((address) => {
        for (const type of ['override', 'portal.overrides', 'mf-devtools'])
          postMessage({ type, overrides: { finances: address }, finances: address }, '*');
      }, `${foreign}/`),
  },
  {
    name: 'import map in the page',
    after: (page, foreign) =>
      page.evaluate((address) => {
        const map = document.createElement('script');
        map.type = 'importmap';
        try {
          map.textContent = JSON.stringify({ imports: { finances: `${address}remote-entry.js` } });
          document.head.append(map);
        } catch {
          // Trusted Types refuse the text.
        }
      }, `${foreign}/`),
  },
  {
    name: 'script element in the page',
    after: (page, foreign) =>
      page.evaluate((address) => {
        const script = document.createElement('script');
        try {
          script.src = `${address}remote-entry.js`;
          document.head.append(script);
        } catch {
          // Trusted Types refuse the address.
        }
      }, `${foreign}/`),
  },
];

await withPortal(
  async (portal) => {
    const foreign = await startForeign();
    const cases: CheckCase[] = [];
    for (const injection of injections) cases.push(await tryInjection(injection, portal, foreign));
    foreign.stop();
    reportCases('override-injection', cases);
  },
  { isProduction: true },
);

function storing(storage: 'localStorage' | 'sessionStorage', key: string): Injection {
  return {
    name: `${storage} ${key}`,
    before: (context, foreign) =>
      context.addInitScript(
        ([kind, name, address]) => {
          const store = kind === 'localStorage' ? localStorage : sessionStorage;
          const value = name?.includes(':')
            ? `${address}remote-entry.js`
            : JSON.stringify({ finances: address });
          store.setItem(name ?? '', value);
        },
        [storage, key, `${foreign}/`],
      ),
  };
}

async function tryInjection(injection: Injection, portal: CheckPortal, foreign: Foreign): Promise<CheckCase> {
  const { browser, url, state } = portal;
  const context = await browser.newContext({ baseURL: url, storageState: state, locale: 'en-GB' });
  const problems: string[] = [];
  foreign.requested.length = 0;
  try {
    await injection.before?.(context, foreign.url, url);
    const page = await context.newPage();
    await page.goto(`/finances/payments${injection.query?.(foreign.url) ?? ''}`);
    // A page may break when its globals are overwritten, because an attacker who can do that runs code already. It must still
    // not load foreign code.
    const isGlobal = injection.name.startsWith('global');
    await rows(page)
      .first()
      .waitFor({ timeout: isGlobal ? 3_000 : 10_000 })
      .catch(() => isGlobal || problems.push('the page did not work'));
    await injection.after?.(page, foreign.url);
    // There is no event for code that does not run; this is the time it would need.
    await page.waitForTimeout(injection.after === undefined ? 100 : 700);
    if (await page.evaluate(() => 'portalTampered' in globalThis)) problems.push('foreign code ran');
    if (foreign.requested.length > 0)
      problems.push(`a foreign origin was requested: ${foreign.requested[0]}`);
  } catch (error) {
    problems.push(lineOf(error));
  } finally {
    await context.close();
  }
  return { name: injection.name, problems };
}

/** A server that responds to every request with code. */
async function startForeign(): Promise<Foreign> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '/');
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
    response.end('globalThis.portalTampered=true');
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.on('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://localhost:${port}`, requested, stop: () => server.close() };
}
