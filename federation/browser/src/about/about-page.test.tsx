import { beforeEach, expect, jest, test } from '@jest/globals';
import { renderPage } from '@portal/shared/testing';
import { screen, within } from '@testing-library/react';
import { choosePageReleases } from '../composition/page-releases.ts';
import { setAreaState, useAreaStates } from '../loading/release-telemetry.ts';
import { overrideReleases } from '../overrides/start-overrides.ts';
import { composition, configurePage } from '../testing/page.fixtures.ts';
import { AboutPage } from './about-page.tsx';

const commit = '0123456789abcdef0123456789abcdef01234567';
const [finances] = composition.areas;
if (finances === undefined) throw new Error('the composition has no area');
const previous = { ...finances.active, version: '0.0.9-aaaa1111', commit };
const live = { ...composition, areas: [{ ...finances, previous }] };

beforeEach(() => {
  useAreaStates.setState({}, true);
  configurePage();
  choosePageReleases(live, { canary: [], without: [] });
});

function renderAbout(query = '') {
  return renderPage(<AboutPage bar={null} homePath="/welcome" />, { path: '/about', url: `/about${query}` });
}

/** The area's row: cells by the header above them. */
function areaRow(): Record<string, string | null> {
  const table = screen.getByRole('table', { name: 'Areas' });
  const headers = within(table).getAllByRole('columnheader');
  const cells = within(table).getAllByRole('cell');
  return Object.fromEntries(
    headers.map((header, index) => [header.textContent, cells[index]?.textContent ?? null]),
  );
}

test('shows composition and host, and excludes itself from search engines', () => {
  const { unmount } = renderAbout();
  expect(document.title).toBe('About this page – Dalat');
  expect(screen.getByRole('main', { name: 'About this page' })).toBeVisible();
  const page = screen.getByRole('region', { name: 'This page' });
  expect(within(page).getByText('7')).toBeVisible();
  expect(within(page).getByText('21/11/2026, 10:00')).toBeVisible();
  expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  unmount();
  expect(document.querySelector('meta[name=robots]')).toBeNull();
});

test.each<[string, () => void, Record<string, string>]>([
  [
    'not loaded yet',
    () => undefined,
    { State: 'Not loaded yet', Source: 'Active', Version: '0.1.0-abcd1234', Commit: '–' },
  ],
  [
    'loaded',
    () => setAreaState('finances', { state: 'loaded', version: '0.1.0-abcd1234', source: 'active' }),
    { State: 'Loaded', Source: 'Active', Version: '0.1.0-abcd1234', Commit: '–' },
  ],
  [
    'failed',
    () =>
      setAreaState('finances', {
        state: 'failed',
        version: '0.1.0-abcd1234',
        source: 'active',
        reference: 'ABCD2345',
      }),
    { State: 'Failed', Source: 'Active', Version: '0.1.0-abcd1234', Commit: '–' },
  ],
  [
    'on its previous release',
    () => setAreaState('finances', { state: 'loaded', version: previous.version, source: 'previous' }),
    { State: 'Loaded', Source: 'Previous', Version: previous.version, Commit: '0123456789' },
  ],
  [
    'a canary',
    () => {
      const canary = { area: finances.area, release: previous, percent: 10 };
      choosePageReleases(
        { ...live, areas: [{ ...finances, canary }] },
        { canary: ['finances'], without: [] },
      );
    },
    { State: 'Not loaded yet', Source: 'Trial', Version: previous.version, Commit: '0123456789' },
  ],
  [
    'overridden',
    () =>
      overrideReleases([
        { area: finances.area, release: { ...previous, version: '0.2.0-local', commit: null } },
      ]),
    { State: 'Not loaded yet', Source: 'Override', Version: '0.2.0-local', Commit: '–' },
  ],
  [
    'excluded',
    () => choosePageReleases(live, { canary: [], without: ['finances'] }),
    { State: 'Left out', Source: '–', Version: '–', Commit: '–' },
  ],
])('shows an area that is %s', (_state, arrange, cells) => {
  arrange();
  renderAbout();
  expect(areaRow()).toEqual({ Area: 'Finances', ...cells });
});

test('shows the reference of an error and its area, and copies both for support', async () => {
  setAreaState('finances', {
    state: 'failed',
    version: '0.1.0-abcd1234',
    source: 'active',
    reference: 'ABCD2345',
  });
  const { user } = renderAbout('?reference=ABCD2345');
  jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const card = screen.getByRole('region', { name: 'Reference code' });
  expect(within(card).getByText('ABCD2345')).toBeVisible();
  expect(within(card).getByText('It was shown for Finances.')).toBeVisible();
  await user.click(within(card).getByRole('button', { name: 'Copy for support' }));
  const copied = String(jest.mocked(navigator.clipboard.writeText).mock.calls[0]?.[0]);
  expect(copied.split('\n').slice(0, 5)).toEqual([
    'reference: ABCD2345',
    'portal: dalat, test',
    'composition: 7 of 2026-11-21T08:00:00Z',
    'host: 0.1.0',
    'finances: 0.1.0-abcd1234, failed, active, reference ABCD2345',
  ]);
});

test('shows the id of a failed request', () => {
  renderAbout('?reference=req_CKVEKbaoj_Yi');
  const card = screen.getByRole('region', { name: 'Reference code' });
  expect(within(card).getByText('req_CKVEKbaoj_Yi')).toBeVisible();
  expect(within(card).queryByText(/It was shown for/)).toBeNull();
});

test.each([
  '',
  '?reference=',
  '?reference=req_x',
  '?reference=short',
  '?reference=%3Cimg%20src%3Dx%3E',
  '?reference=ABCD23456',
])('shows no reference for %j, but the button that copies', (query) => {
  renderAbout(query);
  expect(screen.queryByRole('region', { name: 'Reference code' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy for support' })).toBeEnabled();
});

test('says that the host is a canary, also to support', async () => {
  const visit = { canary: [], without: [], host: 'canary' as const };
  const release = { ...composition.host, version: '0.2.0-bbbb2222' };
  choosePageReleases({ ...live, canary_host: { release, percent: 10 } }, visit);
  configurePage({ visit });
  const { user } = renderAbout();
  const page = screen.getByRole('region', { name: 'This page' });
  expect(within(page).getByText('Trial').closest('dd')).toHaveTextContent('0.2.0-bbbb2222 Trial');
  jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Copy for support' }));
  expect(jest.mocked(navigator.clipboard.writeText).mock.calls[0]?.[0]).toContain(
    'host: 0.2.0-bbbb2222, canary\n',
  );
});

test('shows what is withdrawn and why', () => {
  const withdrawn = {
    areas: ['finances'],
    versions: { finances: ['0.0.9'], host: ['0.0.8'] },
    reasons: { finances: 'payments are being moved', 'host@0.0.8': 'it reveals names' },
  };
  choosePageReleases({ ...live, withdrawn }, { canary: [], without: [] });
  renderAbout();
  const [, ...rows] = within(screen.getByRole('table', { name: 'Withdrawn' })).getAllByRole('row');
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['Finances', 'All versions', 'payments are being moved'],
    ['Finances', '0.0.9', '–'],
    ['Portal', '0.0.8', 'it reveals names'],
  ]);
});

test('shows no list of withdrawals when nothing is withdrawn', () => {
  renderAbout();
  expect(screen.queryByRole('table', { name: 'Withdrawn' })).toBeNull();
});

test('links back to the portal', async () => {
  const { user, location } = renderAbout();
  screen.getByRole('link', { name: 'Back to the portal' }).focus();
  await user.keyboard('{Enter}');
  expect(location().pathname).toBe('/welcome');
});
