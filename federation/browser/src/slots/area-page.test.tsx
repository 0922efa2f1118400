import '../testing/page.fixtures.ts';
import { afterEach, expect, jest, test } from '@jest/globals';
import { renderPage } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import { AreaUnavailable } from './area-page.tsx';

afterEach(() => {
  jest.restoreAllMocks();
});

const unavailable = <AreaUnavailable area="finances" title="Payments" hasHeading onRetry={() => undefined} />;

test('names the page that cannot be loaded', () => {
  renderPage(unavailable);
  expect(screen.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Payments is temporarily unavailable');
});

test('says that there is no connection when the device is offline', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderPage(unavailable);
  expect(screen.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('There is no connection to the server');
  expect(screen.queryByText(/temporarily unavailable/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
