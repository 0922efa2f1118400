import { expect, test } from '@jest/globals';
import { areaSchema } from '@portal/federation-contract/area';
import { renderPage } from '@portal/shared/testing';
import { screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { MainNavigation } from './main-navigation.tsx';

const area = v.parse(areaSchema, {
  id: 'finances',
  contract: 1,
  base_path: '/finances',
  order: 20,
  title: 'finances',
  pages: [
    { id: 'payments', path: 'payments', title: 'payments', index: true },
    { id: 'invoices', path: 'invoices', title: 'invoices' },
  ],
  navigation: [
    { page: 'payments', icon: 'card' },
    { page: 'invoices', icon: 'invoice' },
  ],
  namespaces: ['financesPayments'],
  titles: { finances: { de: 'Finanzen' }, payments: { de: 'Zahlungen' }, invoices: { de: 'Rechnungen' } },
});

test('lists the pages of the areas in the current language', () => {
  renderPage(<MainNavigation areas={[area]} />, { path: '/finances/payments', language: 'de' });
  const navigation = screen.getByRole('navigation', { name: 'Hauptnavigation' });
  const links = within(navigation).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Startseite', 'Zahlungen', 'Rechnungen']);
  expect(within(navigation).getByRole('link', { name: 'Zahlungen' })).toHaveAttribute('aria-current', 'page');
});
