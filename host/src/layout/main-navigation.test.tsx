// biome-ignore-all assist/source/organizeImports: the document must stand before the host's modules read it
import { financesArea } from '../testing/portal-document.fixtures.ts';
import { expect, test } from '@jest/globals';
import { areaSchema } from '@portal/federation-contract/area';
import { renderPage } from '@portal/shared/testing';
import { screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { MainNavigation } from './main-navigation.tsx';

const areas = [v.parse(areaSchema, financesArea)];

test('is made of the data of the areas, in the language on the screen', () => {
  renderPage(<MainNavigation areas={areas} />, { path: '/finances/payments', language: 'en' });
  const navigation = screen.getByRole('navigation', { name: 'Main navigation' });
  expect(
    within(navigation)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Welcome', 'Payments', 'Invoices']);
  expect(within(navigation).getByRole('link', { name: 'Payments' })).toHaveAttribute('aria-current', 'page');
});
