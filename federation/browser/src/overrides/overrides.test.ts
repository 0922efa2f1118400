import { beforeEach, expect, jest, test } from '@jest/globals';
import { server } from '@portal/shared/testing';
import { choosePageReleases, pageComposition, pageRelease } from '../composition/page-releases.ts';
import { overridesKey } from '../federation-settings.ts';
import { setAreaState } from '../loading/release-telemetry.ts';
import { applyOverrides, startedWithOverrides } from '../start-federation.ts';
import { localRelease, localServer } from '../testing/local-release.fixtures.ts';
import { composition, configurePage } from '../testing/page.fixtures.ts';
import { armOverrides, readOverrides, useOverrides } from './overrides.ts';

configurePage({ environment: 'staging' });

const origin = 'http://localhost:4203/';
const visit = { canary: [], without: [] };

beforeEach(() => {
  sessionStorage.clear();
  useOverrides.setState({ armed: {}, until: 0, ended: [] });
  choosePageReleases(composition, visit);
});

const hour = 3_600_000;

function storedText(areas: object, until = Date.now() + hour): string {
  return JSON.stringify({ until, areas });
}

function stored(): unknown {
  return JSON.parse(sessionStorage.getItem(overridesKey) ?? 'null');
}

test('a tab without overrides sends no request', async () => {
  await applyOverrides();
  expect(pageRelease('finances')).toMatchObject({ source: 'active' });
  expect(startedWithOverrides()).toBe(false);
});

test('an override replaces the live release, which becomes its fallback', async () => {
  armOverrides({ finances: origin });
  server.use(localServer(origin, localRelease));
  await applyOverrides();
  expect(pageRelease('finances')).toMatchObject({
    source: 'override',
    release: { base: origin, version: '0.2.0-local', manifest: null, files: {} },
    fallback: { version: '0.1.0-abcd1234' },
  });
  expect(startedWithOverrides()).toBe(true);
  expect(document.cookie).toContain('portal_overrides=1');
});

test('an override adds an area that is not live yet', async () => {
  const area = { ...localRelease.area, id: 'lottery', base_path: '/lottery' };
  armOverrides({ lottery: origin });
  server.use(localServer(origin, { ...localRelease, area }));
  await applyOverrides();
  expect(pageComposition().releases.map((one) => [one.area.id, one.source])).toEqual([
    ['finances', 'active'],
    ['lottery', 'override'],
  ]);
});

test('an override ends eight hours after it was armed, whatever the page stores on its way', async () => {
  jest.useFakeTimers({ now: 0 });
  armOverrides({ finances: origin });
  expect(readOverrides().armed).toEqual({ finances: origin });
  jest.setSystemTime(7.9 * hour);
  dispatchEvent(new Event('pagehide'));
  expect(readOverrides().armed).toEqual({ finances: origin });
  jest.setSystemTime(8.1 * hour);
  expect(readOverrides().armed).toEqual({});
  jest.useRealTimers();
  sessionStorage.setItem(overridesKey, storedText({ finances: origin }, Date.now() - 1));
  await applyOverrides();
  expect(pageRelease('finances')).toMatchObject({ source: 'active' });
  expect(stored()).toBeNull();
  expect(document.cookie).not.toContain('portal_overrides');
});

test('an end further away than the form sets it is refused', () => {
  sessionStorage.setItem(overridesKey, storedText({ finances: origin }, Date.now() + 9 * hour));
  expect(readOverrides().armed).toEqual({});
});

test('safe mode excludes an overridden area', async () => {
  choosePageReleases(composition, { ...visit, without: ['finances'] });
  armOverrides({ finances: origin });
  server.use(localServer(origin, localRelease));
  await applyOverrides();
  expect(pageComposition().releases).toEqual([]);
});

test.each<[string, object | number]>([
  ['responds with an error', 503],
  ['has no release', { hello: 'world' }],
  ['has another area', { ...localRelease, area: { ...localRelease.area, id: 'voicing' } }],
])('an override whose server %s is ended', async (_name, response) => {
  armOverrides({ finances: origin });
  server.use(localServer(origin, response));
  await applyOverrides();
  expect(pageRelease('finances')).toMatchObject({ source: 'active' });
  expect(useOverrides.getState()).toMatchObject({ armed: {}, ended: ['finances'] });
  expect(stored()).toBeNull();
});

test('an override that cannot be loaded is ended when the page falls back', async () => {
  armOverrides({ finances: origin });
  server.use(localServer(origin, localRelease));
  await applyOverrides();
  setAreaState('finances', {
    state: 'failed',
    version: '0.2.0-local',
    source: 'override',
    reference: 'ABCD2345',
  });
  expect(stored()).toEqual({ until: expect.any(Number), areas: { finances: origin } });
  expect(document.cookie).toContain('portal_overrides=1');
  setAreaState('finances', { state: 'loaded', version: '0.1.0-abcd1234', source: 'active' });
  expect(stored()).toBeNull();
  expect(document.cookie).not.toContain('portal_overrides');
  expect(useOverrides.getState().ended).toEqual(['finances']);
});

test('overrides outlive a login, which clears the storage, but not the tab', async () => {
  armOverrides({ finances: origin });
  server.use(localServer(origin, localRelease));
  await applyOverrides();
  sessionStorage.clear();
  expect(stored()).toBeNull();
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toEqual({ until: expect.any(Number), areas: { finances: origin } });
  expect(localStorage).toHaveLength(0);
});

test.each([
  'https://evil.example/',
  'http://evil.example:4203/',
  'http://localhost.evil.example:4203/',
  'http://localhost@evil.example:4203/',
  'http://localhost:4203@evil.example/',
  'http://localhost:4203/path/',
  'http://localhost:4203/?x=http://evil.example/',
  'http://localhost:4203#/',
  'http://localhost:4203\\@evil.example/',
  'http://127.0.0.1.evil.example:80/',
  'http://0x7f000001:4203/',
  '//evil.example/',
  'javascript:alert(1)//localhost:4203/',
  'data:text/javascript,alert(1)',
  'blob:http://localhost:4203/',
])('the stored origin %s is refused', (address) => {
  sessionStorage.setItem(overridesKey, storedText({ finances: address }));
  expect(readOverrides().armed).toEqual({});
});

test.each([
  'null',
  '[]',
  '"http://localhost:4203/"',
  '{"finances":',
  '{"__proto__":"http://localhost:1/x"}',
  '{"../x":"http://localhost:1/"}',
])('the stored value %s is refused', (text) => {
  sessionStorage.setItem(overridesKey, `{"until":${Date.now() + 1000},"areas":${text}}`);
  expect(Object.keys(readOverrides().armed)).toEqual([]);
});
