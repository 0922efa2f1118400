import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { areaSchema } from '@portal/federation-contract/area';
import { renderPage } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import * as v from 'valibot';
import { choosePageReleases } from '../composition/page-releases.ts';
import { AreaPage } from '../slots/area-page.tsx';
import { composition, financesArea } from '../testing/page.fixtures.ts';
import { addressWithAllAreas, ExcludedArea, SafeModeBanner } from './page-banners.tsx';

const area = v.parse(areaSchema, financesArea);
const leave = jest.fn();

beforeEach(() => choosePageReleases(composition, { canary: [], without: ['finances'] }));
afterEach(() => choosePageReleases(composition, { canary: [], without: [] }));

test('the banner names the excluded areas, and leaves safe mode by keyboard', async () => {
  const { user } = renderPage(<SafeModeBanner leave={leave} />, { language: 'de' });
  expect(screen.getByRole('region', { name: 'Abgesicherter Modus' })).toHaveTextContent(
    'Auf dieser Seite ausgelassen: Finanzen',
  );
  await user.tab();
  await user.keyboard('{Enter}');
  expect(leave).toHaveBeenCalledTimes(1);
});

test('shows no banner on a page with all areas', () => {
  choosePageReleases(composition, { canary: [], without: [] });
  renderPage(<SafeModeBanner />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a page of an excluded area keeps its title and offers to leave safe mode', async () => {
  const [page] = area.pages;
  if (page === undefined) throw new Error('the area has no page');
  renderPage(<AreaPage area={area} page={page} />, { path: '/finances/payments' });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Payments: left out in safe mode' }),
  ).toBeVisible();
  expect(document.title).toBe('Payments – Dalat');
  expect(screen.getByRole('button', { name: 'Leave safe mode' })).toBeEnabled();
});

test('the replacement of an excluded sidebar leaves safe mode', async () => {
  leave.mockClear();
  const { user } = renderPage(<ExcludedArea title="Top up" leave={leave} />);
  expect(screen.queryByRole('heading')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Leave safe mode' }));
  expect(leave).toHaveBeenCalledTimes(1);
});

test.each([
  ['/finances/payments?without=finances', '/finances/payments'],
  ['/voicing/cdr?limit=50&without=finances%2Cvoicing&offset=50#row', '/voicing/cdr?limit=50&offset=50#row'],
  ['/welcome', '/welcome'],
])('the address of %s with all areas is %s', (from, to) => {
  expect(addressWithAllAreas(`https://portal.example${from}`)).toBe(`https://portal.example${to}`);
});
