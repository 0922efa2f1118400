// biome-ignore-all assist/source/organizeImports: the document must stand before the host's modules read it
import { composition, financesArea } from '../testing/portal-document.fixtures.ts';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { areaSchema } from '@portal/federation-contract/area';
import { renderPage } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import * as v from 'valibot';
import { AreaPage } from '../areas/area-page.tsx';
import { choosePageReleases } from '../composition/page-releases.ts';
import { LeftOut } from './left-out.tsx';
import { addressWithAllAreas } from './leave-safe-mode.ts';
import { SafeModeBanner } from './safe-mode-banner.tsx';

const area = v.parse(areaSchema, financesArea);
const leave = jest.fn();

beforeEach(() => choosePageReleases(composition, { canary: [], without: ['finances'] }));
afterEach(() => choosePageReleases(composition, { canary: [], without: [] }));

test('the banner names what is left out, in the language on the screen, and leads out', async () => {
  const { user } = renderPage(<SafeModeBanner leave={leave} />, { language: 'de' });
  expect(screen.getByRole('region', { name: 'Abgesicherter Modus' })).toHaveTextContent(
    'Auf dieser Seite ausgelassen: Finanzen',
  );
  await user.tab();
  await user.keyboard('{Enter}');
  expect(leave).toHaveBeenCalledTimes(1);
});

test('there is no banner in an ordinary page', () => {
  choosePageReleases(composition, { canary: [], without: [] });
  renderPage(<SafeModeBanner />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a page of a left-out area says so, under its own title, instead of "not found"', async () => {
  const [page] = area.pages;
  if (page === undefined) throw new Error('the area has no page');
  renderPage(<AreaPage area={area} page={page} />, { path: '/finances/payments' });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Payments: left out in safe mode' }),
  ).toBeVisible();
  expect(document.title).toBe('Payments – Dalat');
  expect(screen.getByRole('button', { name: 'Leave safe mode' })).toBeEnabled();
});

test('what stands in for it leads out, too', async () => {
  leave.mockClear();
  const { user } = renderPage(<LeftOut title="Top up" leave={leave} />);
  expect(screen.queryByRole('heading')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Leave safe mode' }));
  expect(leave).toHaveBeenCalledTimes(1);
});

test.each([
  ['/finances/payments?without=finances', '/finances/payments'],
  ['/voicing/cdr?limit=50&without=finances%2Cvoicing&offset=50#row', '/voicing/cdr?limit=50&offset=50#row'],
  ['/welcome', '/welcome'],
])('the way out of %s is %s', (from, to) => {
  expect(addressWithAllAreas(`https://portal.example${from}`)).toBe(`https://portal.example${to}`);
});
