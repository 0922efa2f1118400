import { afterEach, expect, test } from '@jest/globals';
import { restorePassword } from '@portal/contract/password-change';
import { configurePortal, portalSettings } from '@portal/shared/area';
import { renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import RestorePage from './restore-page.tsx';

const settings = portalSettings();
afterEach(() => configurePortal(settings));

test('sends the link without revealing whether the address is known, and counts down to the next mail', async () => {
  const { user } = renderPage(<RestorePage />, { path: '/restore', handlers: [reply(restorePassword)] });
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(/If there is an account for ann@example.com/)).toBeVisible();
  expect(screen.getByRole('button', { name: /Send again in/ })).toBeDisabled();
  expect(sentTo(restorePassword).at(0)?.body).toEqual({ email: 'ann@example.com', language: 'en' });
});

test.each([
  [1, 'The link works for 1 minute.'],
  [45, 'The link works for 45 minutes.'],
])('names the %i minutes of the server for which the link works', async (restore_minutes, text) => {
  configurePortal({ ...settings, restore_minutes });
  const { user } = renderPage(<RestorePage />, { path: '/restore', handlers: [reply(restorePassword)] });
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(/If there is an account/)).toHaveTextContent(text);
});
