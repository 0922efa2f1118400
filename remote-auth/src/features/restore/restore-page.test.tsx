import { expect, test } from '@jest/globals';
import { restorePassword } from '@portal/contract/password-change';
import { renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import RestorePage from './restore-page.tsx';

test('sends the link without revealing whether the address is known, and counts down to the next mail', async () => {
  const { user } = renderPage(<RestorePage />, { path: '/restore', handlers: [reply(restorePassword)] });
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(/If there is an account for ann@example.com/)).toBeVisible();
  expect(screen.getByRole('button', { name: /Send again in/ })).toBeDisabled();
  expect(sentTo(restorePassword).at(0)?.body).toEqual({ email: 'ann@example.com', language: 'en' });
});
