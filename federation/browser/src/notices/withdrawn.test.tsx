import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { areaSchema } from '@portal/federation-contract/area';
import { languages } from '@portal/shared/i18n';
import { renderPage } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import * as v from 'valibot';
import {
  choosePageReleases,
  isExcluded,
  pageAreas,
  pageComposition,
  pageRelease,
} from '../composition/page-releases.ts';
import { AreaPage } from '../slots/area-page.tsx';
import { composition, financesArea } from '../testing/page.fixtures.ts';
import { SafeModeBanner } from './page-banners.tsx';

const area = v.parse(areaSchema, financesArea);
const withdrawn = { ...composition, withdrawn: { areas: ['finances'], versions: {} } };

beforeEach(() => choosePageReleases(withdrawn, { canary: [], without: ['finances'] }));
afterEach(() => choosePageReleases(composition, { canary: [], without: [] }));

test('a withdrawn area has its pages, no code and nothing that leads to them', () => {
  expect(pageAreas()).toEqual([{ ...area, navigation: [], sidebars: [], plates: [], actions: [] }]);
  expect(pageRelease('finances')).toBeUndefined();
  expect(isExcluded('finances')).toBe(false);
  expect(pageComposition().excluded).toEqual([]);
});

test('no code of a withdrawn area is loaded, also without safe mode', () => {
  choosePageReleases(withdrawn, { canary: [], without: [] });
  expect(pageRelease('finances')).toBeUndefined();
  expect(pageComposition().releases).toEqual([]);
});

test.each(languages.map(({ code }) => code))('its pages say so in %s', async (language) => {
  const [page] = area.pages;
  if (page === undefined) throw new Error('the area has no page');
  renderPage(<AreaPage area={area} page={page} />, { path: '/finances/payments', language });
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading).toHaveTextContent(language === 'de' ? 'Zahlungen: vorübergehend nicht' : 'Payments');
  expect(heading.textContent).not.toContain('withdrawn');
  expect(screen.queryByRole('button')).toBeNull();
});

test('it is not part of safe mode', () => {
  renderPage(<SafeModeBanner />);
  expect(screen.queryByRole('region')).toBeNull();
});
