import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { choosePageReleases } from '../composition/page-releases.ts';
import { composition, configurePage } from '../testing/page.fixtures.ts';
import { loadExposed } from './containers.ts';

const [finances] = composition.areas;
if (finances === undefined) throw new Error('the fixture has an area');
const { base, entry } = finances.active;
const name = 'finances_container';
const scope = { react: { '19.3.1': { version: '19.3.1', get: () => () => 'React' } } };
const container = {
  init: jest.fn<(scope: object, initScope: object[], options: object) => Promise<void>>(),
  get: async (module: string) => () => `exports of ${module}`,
};
let query = 0;
let address = '';

/** Scripts that the page has inserted. */
let scripts: HTMLScriptElement[] = [];

beforeEach(() => {
  configurePage();
  choosePageReleases(composition, { canary: [], without: [] });
  Reflect.set(globalThis, '__webpack_share_scopes__', { default: scope });
  query += 1;
  address = new URL(`${base}${entry}?attempt=${query}`, location.origin).href;
  scripts = [];
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) scripts.push(node);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  container.init.mockClear();
});

function run(script: HTMLScriptElement | undefined, event: 'load' | 'error', set: unknown): void {
  Reflect.set(globalThis, name, set);
  script?.dispatchEvent(new Event(event));
}

test('runs an entry once, with the share scope of the page, for all modules that it exposes', async () => {
  const both = Promise.all(['./area', './other'].map((module) => loadExposed({ name, address }, module)));
  expect(scripts.map(({ src }) => src)).toEqual([address]);
  run(scripts[0], 'load', container);
  expect(await both).toEqual(['exports of ./area', 'exports of ./other']);
  expect(container.init).toHaveBeenCalledTimes(1);
  expect(container.init).toHaveBeenCalledWith(scope, [], {});
});

test('requests an entry again that could not be fetched', async () => {
  const first = loadExposed({ name, address }, './area');
  run(scripts[0], 'error', undefined);
  await expect(first).rejects.toThrow('could not be loaded');
  const second = loadExposed({ name, address }, './area');
  run(scripts[1], 'load', container);
  await expect(second).resolves.toBe('exports of ./area');
});

test('takes no container of an attempt before', async () => {
  Reflect.set(globalThis, name, container);
  const loading = loadExposed({ name, address }, './area');
  scripts[0]?.dispatchEvent(new Event('load'));
  await expect(loading).rejects.toThrow(`no container "${name}"`);
});

test('runs an entry again whose container refuses the share scope', async () => {
  container.init.mockRejectedValueOnce(new Error('refused'));
  const first = loadExposed({ name, address }, './area');
  run(scripts[0], 'load', container);
  await expect(first).rejects.toThrow('refused');
  void loadExposed({ name, address }, './area').catch(() => undefined);
  expect(scripts).toHaveLength(2);
});
