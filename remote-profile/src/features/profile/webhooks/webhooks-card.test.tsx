import { expect, it } from '@jest/globals';
import { listWebhooks } from '@portal/contract/webhooks';
import { problem, renderPage, reply, webhookResponses } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import { WebhooksCard } from './webhooks-card.tsx';

const show = (...handlers: ReturnType<typeof reply>[]) =>
  renderPage(<WebhooksCard />, { path: '/profile', handlers: [...handlers, reply(listWebhooks)] });

it('lists webhooks with their status, each as a link to its sidebar', async () => {
  show();
  const link = await screen.findByRole('link', { name: 'https://hooks.example.com/portal' });
  expect(link).toHaveAttribute('href', '/profile?sidebar=profile/webhook&sidebar.webhook_id=whk_7KX2');
  expect(link.closest('li')).toHaveTextContent(/Accounting.*Active/);
  expect(screen.getByText('Stopped after failures')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add a webhook' })).toBeEnabled();
});

it('says that there are none', async () => {
  show(reply(listWebhooks, { success: true, webhooks: [] }));
  expect(await screen.findByText('You have no webhooks yet.')).toBeVisible();
});

it('offers no sixth webhook', async () => {
  const [webhook] = webhookResponses.listWebhooks.webhooks;
  const webhooks = Array.from({ length: 5 }, (_, index) => ({ ...webhook!, webhook_id: `whk_${index}` }));
  show(reply(listWebhooks, { success: true, webhooks }));
  expect(await screen.findByText(/You have 5 webhooks/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a webhook' })).not.toBeInTheDocument();
});

it('says why they cannot be loaded, and loads them again', async () => {
  show(reply(listWebhooks, problem('internal')));
  expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeVisible();
});
