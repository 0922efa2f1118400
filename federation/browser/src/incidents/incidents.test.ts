import '../testing/page.fixtures.ts';
import { beforeEach, expect, jest, test } from '@jest/globals';

const base = 'http://localhost/remotes/finances/0.1.0-abcd1234/';
const hostFile = 'http://localhost/host/0.1.0/main.js';
const finances = { area: 'finances', version: '0.1.0-abcd1234', source: 'active', composition: 7 };
const previous = { ...finances, version: '0.0.9', source: 'previous' };
const host = { area: 'host', version: '0.1.0', source: 'active', composition: 7 };

// jsdom has none of these.
class PromiseRejectionEvent extends Event {
  readonly reason: unknown;
  constructor(reason: unknown) {
    super('unhandledrejection');
    this.reason = reason;
  }
}
class SecurityPolicyViolationEvent extends Event {
  constructor(violation: { effectiveDirective: string; blockedURI: string; sourceFile: string }) {
    super('securitypolicyviolation');
    Object.assign(this, violation);
  }
}

let handle: (event: Event) => void;
let tasks: typeof import('./long-tasks.ts');
let telemetry: typeof import('../loading/release-telemetry.ts');
const request = jest.fn<typeof fetch>();

/** A page whose only area has a previous release. Each test loads its own modules, as each page does. */
beforeEach(async () => {
  jest.resetModules();
  jest.doMock('web-vitals', () => ({
    onCLS: jest.fn(),
    onINP: jest.fn(),
    onLCP: jest.fn(),
    onTTFB: jest.fn(),
  }));
  request.mockReset().mockResolvedValue(new Response());
  const observer = { supportedEntryTypes: [] };
  Object.assign(globalThis, {
    fetch: request,
    PromiseRejectionEvent,
    SecurityPolicyViolationEvent,
    PerformanceObserver: observer,
  });
  history.replaceState(null, '', '/welcome');
  const { composition } = await import('../testing/page.fixtures.ts');
  const { choosePageReleases } = await import('../composition/page-releases.ts');
  const areas = composition.areas.map((live) => ({
    ...live,
    previous: { ...live.active, version: '0.0.9', base: '/remotes/finances/0.0.9/' },
  }));
  choosePageReleases({ ...composition, areas }, { canary: [], without: [] });
  telemetry = await import('../loading/release-telemetry.ts');
  tasks = await import('./long-tasks.ts');
  const { startReports } = await import('./start-reports.ts');
  handle = startReports();
});

function reported(): unknown[] {
  telemetry.sendReports();
  return request.mock.calls.flatMap(([, init]) => JSON.parse(String(init?.body)).reports);
}

function incident(
  release: object,
  kind: string,
  attribution: string,
  detail: string,
  amount: number | null = null,
) {
  return { ...release, outcome: { result: 'incident', kind, attribution, detail, amount } };
}

function errorAt(file: string, message = 'no'): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at f (${file}:1:2)\n    at ${hostFile}:3:4`;
  return error;
}

const uncaught = (error: unknown, filename = '', message = '') =>
  new ErrorEvent('error', { error, filename, message });

test.each<[string, Event, object]>([
  [
    'an error by the file that the browser states',
    uncaught(errorAt(hostFile), `${base}page.js?attempt=1`),
    incident(finances, 'error', 'code', 'TypeError: no'),
  ],
  [
    'an error by its stack, where the browser states no file',
    uncaught(errorAt(`${base}page.js`)),
    incident(finances, 'error', 'code', 'TypeError: no'),
  ],
  [
    'an error whose stack accuses another release, by the file',
    uncaught(errorAt('http://localhost/remotes/finances/0.0.9/page.js'), `${base}page.js`),
    incident(finances, 'error', 'code', 'TypeError: no'),
  ],
  [
    'a thrown text, by the file',
    uncaught('no balance 42', `${base}page.js`),
    incident(finances, 'error', 'code', 'no balance …'),
  ],
  [
    'an error of the release that the page fell back to',
    uncaught(errorAt('http://localhost/remotes/finances/0.0.9/page.js')),
    incident(previous, 'error', 'code', 'TypeError: no'),
  ],
  ['an error of the host', uncaught(errorAt(hostFile)), incident(host, 'error', 'code', 'TypeError: no')],
  [
    'an error of an extension as unknown',
    uncaught(undefined, 'chrome-extension://abc/content.js', 'Uncaught no'),
    incident(host, 'error', 'unknown', 'Uncaught no'),
  ],
  [
    'a rejection by its stack',
    new PromiseRejectionEvent(errorAt(`${base}page.js`, 'account 4711 of a@b.example?')),
    incident(finances, 'rejection', 'code', 'TypeError: account … of …'),
  ],
  [
    'a rejection without a stack as unknown, whatever is on the screen',
    new PromiseRejectionEvent({ any: 'reason' }),
    incident(host, 'rejection', 'unknown', 'object'),
  ],
  [
    'a violation by the file whose code caused it',
    new SecurityPolicyViolationEvent({
      effectiveDirective: 'connect-src',
      blockedURI: 'https://evil.example/steal?customer=1',
      sourceFile: `${base}page.js`,
    }),
    incident(finances, 'policy', 'code', 'connect-src https://evil.example'),
  ],
  [
    'a violation of unknown origin',
    new SecurityPolicyViolationEvent({
      effectiveDirective: 'script-src-elem',
      blockedURI: 'inline',
      sourceFile: '',
    }),
    incident(host, 'policy', 'unknown', 'script-src-elem inline'),
  ],
])('attributes %s', (_what, event, report) => {
  history.replaceState(null, '', '/finances/payments');
  handle(event);
  expect(reported()).toEqual([report]);
});

const frame = (duration: number, sourceURL: string, invoker = 'TimerHandler:setTimeout') =>
  ({
    duration: 900,
    scripts: [
      { duration: 20, sourceURL: hostFile, invoker: 'x' },
      { duration, sourceURL, invoker },
    ],
  }) as never;

test.each([
  [
    'by the script of an area',
    '/welcome',
    frame(300, `${base}page.js`),
    finances,
    'code',
    'TimerHandler:setTimeout',
    300,
  ],
  [
    'by the evaluation of a script',
    '/welcome',
    frame(300, `${base}page.js`, `${base}page-payments.0123abcd.js?attempt=1`),
    finances,
    'code',
    'page-payments',
    300,
  ],
  [
    'of the host by the area on the screen',
    '/finances/payments',
    frame(300, hostFile, 'DIV#root.onclick'),
    finances,
    'screen',
    'DIV#root.onclick',
    300,
  ],
  [
    'of the host without an area on the screen',
    '/welcome',
    frame(300, hostFile),
    host,
    'screen',
    'TimerHandler:setTimeout',
    300,
  ],
  [
    'without a script by the area on the screen',
    '/finances',
    { duration: 250.4 } as never,
    finances,
    'screen',
    '',
    250,
  ],
])('attributes a long task %s', (_what, path, entry, release, attribution, detail, amount) => {
  history.replaceState(null, '', path);
  tasks.reportLongTask(entry);
  expect(reported()).toEqual([incident(release, 'long-task', attribution, detail, amount)]);
});

test('reports no shorter task, and no frame that waits', () => {
  tasks.reportLongTask(frame(199, `${base}page.js`));
  tasks.reportLongTask({ duration: 199 } as never);
  tasks.reportLongTask({ duration: 900, scripts: [] } as never);
  expect(reported()).toEqual([]);
});

test('reports each kind and attribution once for each release', () => {
  for (let times = 0; times < 100; times += 1)
    handle(uncaught(errorAt(`${base}page.js`, `no ${'a'.repeat(times)}`)));
  handle(uncaught(errorAt(hostFile)));
  expect(reported()).toHaveLength(2);
});

test('reports an error that cannot be read, and does not throw', () => {
  const error = new Error('no');
  Object.defineProperty(error, 'message', {
    get: () => {
      throw error;
    },
  });
  handle(uncaught(error, `${base}page.js`));
  expect(reported()).toEqual([incident(finances, 'error', 'code', 'unreadable')]);
});

test('reports nothing for layouts that settle later, and for alterations, which have a report of their own', () => {
  handle(
    uncaught(undefined, 'http://localhost/', 'ResizeObserver loop completed with undelivered notifications.'),
  );
  const altered: unknown[] = [];
  Object.assign(globalThis, { reportError: (error: unknown) => altered.push(error) });
  telemetry.reportAltered('finances', ' fetch');
  handle(uncaught(altered[0], hostFile));
  expect(reported()).toEqual([
    { ...finances, outcome: { result: 'failed', stage: 'altered', reference: null } },
  ]);
});
