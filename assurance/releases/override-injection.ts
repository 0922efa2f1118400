// Tries every known way to load other code into a page: storage, cookies, addresses, globals, messages. Production ignores
// all of them.
import type { BrowserContext, Page } from '@playwright/test';
import { rows } from '@portal/testbed/fixtures/screens';
import { tamperMark } from '@portal/testbed/proxy/faults';
import { type ForeignServer, startForeignServer } from '@portal/testbed/proxy/local-server';
import { type CheckPortal, withPortal } from '../harness/portal.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';

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
    await using foreign = await startForeignServer();
    const cases: CheckCase[] = [];
    for (const injection of injections) cases.push(await tryInjection(injection, portal, foreign));
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

function tryInjection(injection: Injection, portal: CheckPortal, foreign: ForeignServer): Promise<CheckCase> {
  const { browser, url, state } = portal;
  foreign.requested.length = 0;
  return tryCase(injection.name, async (problems) => {
    await using context = await browser.newContext({ baseURL: url, storageState: state, locale: 'en-GB' });
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
    if (await page.evaluate((mark) => mark in globalThis, tamperMark)) problems.push('foreign code ran');
    const [requested] = foreign.requested;
    if (requested !== undefined) problems.push(`a foreign origin was requested: ${requested}`);
  });
}
