import { afterEach, expect, test } from '@jest/globals';
import { renderPage } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import { AboutPage } from '../about/about-page.tsx';
import { pageComposition } from '../composition/page-releases.ts';
import { overridesKey } from '../federation-settings.ts';
import { applyOverrides, startedWithOverrides } from '../start-federation.ts';
import { configurePage } from '../testing/page.fixtures.ts';
import { armOverrides, readOverrides } from './overrides.ts';

configurePage({ environment: 'production' });

const wanted = { finances: 'http://localhost:4203/' };
const text = JSON.stringify(wanted);
/** What this and other platforms take overrides from. */
const keys = [
  overridesKey,
  'overrides',
  'import-map-override:finances',
  'import-map-overrides',
  '__FEDERATION__',
  '__MF_OVERRIDE__',
  'portalOverrides',
];

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', '/');
  for (const key of keys) Reflect.deleteProperty(globalThis, key);
});

// The tests' network knows no address: whatever was fetched would fail the test.
test.each<[string, (key: string) => void]>([
  ['the query', (key) => history.replaceState(null, '', `/about?${new URLSearchParams({ [key]: text })}`)],
  ['the fragment', (key) => history.replaceState(null, '', `/about#${new URLSearchParams({ [key]: text })}`)],
  ['localStorage', (key) => localStorage.setItem(key, text)],
  ['sessionStorage', (key) => sessionStorage.setItem(key, text)],
  ['a cookie', (key) => void Object.assign(document, { cookie: `${key}=${encodeURIComponent(text)}` })],
  ['a global of the window', (key) => void Object.assign(globalThis, { [key]: wanted })],
  ['the name of the window', () => void Object.assign(window, { name: text })],
  ['the state of the history', () => history.replaceState({ [overridesKey]: wanted }, '')],
])('in production nothing comes from %s', async (_name, inject) => {
  const before = pageComposition().releases;
  for (const key of keys) inject(key);
  await applyOverrides();
  expect(pageComposition().releases).toEqual(before);
  expect(readOverrides().armed).toEqual({});
  expect(startedWithOverrides()).toBe(false);
});

test('in production nothing can be armed', () => {
  armOverrides(wanted);
  expect(sessionStorage).toHaveLength(0);
  expect(document.cookie).not.toContain('portal_overrides=');
});

test('in production there is no form to arm one', () => {
  renderPage(<AboutPage bar={null} homePath="/welcome" />, { path: '/about' });
  expect(screen.getByRole('heading', { level: 1, name: 'About this page' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
