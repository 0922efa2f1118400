import { describe, expect, it } from '@jest/globals';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDelivery,
  testWebhook,
} from '@portal/contract/webhook-deliveries';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '@portal/contract/webhooks';
import { connectionLost, problem, renderPage, reply, sentTo, webhookResponses } from '@portal/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import WebhookSidebar from './webhook-sidebar.tsx';

const [failing, accounting] = webhookResponses.listWebhooks.webhooks;
const at = (parameters: string) => `/profile?sidebar=profile/webhook${parameters}`;
const details = `&sidebar.webhook_id=${accounting!.webhook_id}`;
const secret = webhookResponses.createWebhook.secret;

function show(parameters = '', handlers: ReturnType<typeof reply>[] = []) {
  const usual = [
    reply(listWebhooks),
    reply(createWebhook),
    reply(updateWebhook),
    reply(pauseWebhook),
    reply(resumeWebhook),
    reply(rotateWebhookSecret),
    reply(deleteWebhook),
    reply(testWebhook),
    reply(listWebhookDeliveries),
    reply(getWebhookDelivery),
    reply(replayWebhookDelivery),
  ];
  return renderPage(<WebhookSidebar />, {
    path: '/profile',
    url: at(parameters),
    handlers: [...handlers, ...usual],
  });
}

async function fillIn(user: ReturnType<typeof show>['user'], url = 'https://hooks.example.com/portal') {
  await user.type(await screen.findByLabelText('Address'), url);
  await user.click(screen.getByRole('checkbox', { name: /Payment credited/ }));
  await user.type(screen.getByLabelText('Current password'), 'Secret1!x');
}

describe('a new webhook', () => {
  it('is created with the chosen events, and its secret is shown once', async () => {
    const { user } = show();
    await fillIn(user);
    await user.click(screen.getByRole('checkbox', { name: /Invoice issued/ }));
    await user.dblClick(screen.getByRole('button', { name: 'Add webhook' }));
    expect(await screen.findByText(secret)).toBeVisible();
    expect(screen.getByRole('group', { name: 'Signing secret' })).toHaveFocus();
    expect(sentTo(createWebhook)).toHaveLength(1);
    expect(sentTo(createWebhook)[0]?.body).toEqual({
      url: 'https://hooks.example.com/portal',
      description: '',
      events: ['payment.credited', 'invoice.issued'],
      current_password: 'Secret1!x',
    });
    await user.click(screen.getByRole('button', { name: 'I have stored the secret' }));
    expect(await screen.findByRole('heading', { name: 'Deliveries' })).toBeVisible();
    expect(screen.queryByText(secret)).not.toBeInTheDocument();
  });

  it('asks before the page is left while its secret is shown, but not later', async () => {
    const { user } = show();
    const mayClose = () => globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    await screen.findByText(secret);
    expect(mayClose()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'I have stored the secret' }));
    await screen.findByRole('heading', { name: 'Deliveries' });
    expect(mayClose()).toBe(true);
  });

  it('has the same key again after a lost response, and another key with other content', async () => {
    const { user } = show('', [reply(createWebhook, connectionLost)]);
    const keys = () => sentTo(createWebhook).map(({ headers }) => headers.get('Idempotency-Key'));
    const press = async () => {
      const sent = keys().length;
      await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
      // The client repeats a request with a key once.
      await waitFor(() => expect(keys()).toHaveLength(sent + 2), { timeout: 5000 });
      await screen.findByRole('alert');
    };
    await fillIn(user);
    await press();
    await press();
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys()).size).toBe(1);
    // It may be in the list.
    await user.click(screen.getByRole('checkbox', { name: /Balance low/ }));
    await press();
    expect(new Set(keys()).size).toBe(2);
  });

  it('needs an address, an event and the password', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
    await waitFor(() => expect(screen.getByLabelText('Address')).toBeInvalid());
    for (const box of screen.getAllByRole('checkbox')) expect(box).toBeInvalid();
    expect(screen.getByLabelText('Current password')).toBeInvalid();
    expect(sentTo(createWebhook)).toHaveLength(0);
  });

  it('asks for an event at the first one when none is chosen', async () => {
    const { user } = show();
    await user.type(await screen.findByLabelText('Address'), 'https://hooks.example.com/portal');
    await user.type(screen.getByLabelText('Current password'), 'Secret1!x');
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    const [first, ...others] = screen.getAllByRole('checkbox');
    await waitFor(() => expect(first).toHaveFocus());
    for (const box of [first, ...others])
      expect(box).toHaveAccessibleDescription(/Choose at least one event$/);
    await user.click(others[0]!);
    expect(screen.queryByText('Choose at least one event')).not.toBeInTheDocument();
    expect(first).toBeValid();
  });

  it('shows at the field that the server refuses its address', async () => {
    const errors = [{ field: 'url', code: 'webhook_url_invalid', message: '' }];
    const { user } = show('', [reply(createWebhook, problem('validation_failed', { errors }))]);
    await fillIn(user, 'http://localhost/');
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveFocus());
    expect(screen.getByLabelText('Address')).toHaveAccessibleDescription(/public https address without/);
  });
});

describe('a webhook', () => {
  it('shows its events, its status and what was sent to it', async () => {
    show(details);
    expect(await screen.findByText('https://hooks.example.com/portal')).toBeVisible();
    expect(screen.getByText('Payment credited, Invoice issued')).toBeVisible();
    const list = await screen.findByRole('link', { name: 'Invoice issued' });
    expect(list.closest('li')).toHaveTextContent(/Waiting/);
    expect(list.closest('li')).toHaveTextContent('The server responded with status 503.');
    expect(
      screen.getByRole('link', { name: 'Payment credited (sent again)' }).closest('li'),
    ).toHaveTextContent(/did not respond in time.*Failed/);
  });

  it('filters its deliveries', async () => {
    const { user } = show(details);
    await user.click(await screen.findByRole('radio', { name: 'Failed' }));
    await waitFor(() =>
      expect(sentTo(listWebhookDeliveries).at(-1)?.query).toMatchObject({ status: 'failed' }),
    );
  });

  it('pages through its deliveries, and leaves the focus on the button at the end', async () => {
    const page = { ...webhookResponses.listWebhookDeliveries, limit: 10 };
    const { user } = show(details, [
      reply(listWebhookDeliveries, ({ query }) => ({ ...page, has_more: query['offset'] === '0' })),
    ]);
    expect(await screen.findByRole('button', { name: 'Newer' })).toHaveAttribute('aria-disabled', 'true');
    const older = screen.getByRole('button', { name: 'Older' });
    await user.click(older);
    await waitFor(() => expect(sentTo(listWebhookDeliveries).at(-1)?.query).toMatchObject({ offset: '10' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Newer' })).not.toHaveAttribute('aria-disabled'),
    );
    expect(older).toHaveAttribute('aria-disabled', 'true');
    expect(older).toHaveFocus();
  });

  it('is paused, and says when the list fails to load', async () => {
    const { user } = show(details, [reply(listWebhookDeliveries, problem('internal'))]);
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(sentTo(pauseWebhook)).toHaveLength(1));
    expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeVisible();
  });

  it('that has failed says why, and is resumed', async () => {
    const { user } = show(`&sidebar.webhook_id=${failing!.webhook_id}`);
    expect(await screen.findByText(/accepted nothing for days/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send a test event' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(sentTo(resumeWebhook)).toHaveLength(1));
  });

  it.each([
    ['Pause', 'Resume', pauseWebhook, accounting!, 'paused'],
    ['Resume', 'Pause', resumeWebhook, failing!, 'active'],
  ] as const)('shows that "%s" was done although the response was lost', async (...given) => {
    const [name, next, endpoint, webhook, status] = given;
    let stored: typeof webhook = webhook;
    const lost = reply(endpoint, () => {
      stored = { ...webhook, status };
      return connectionLost;
    });
    const list = reply(listWebhooks, () => ({ success: true, webhooks: [stored] }));
    const { user } = show(`&sidebar.webhook_id=${webhook.webhook_id}`, [lost, list]);
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByRole('button', { name: next })).toBeVisible();
  });

  it('gets one test event for a double click', async () => {
    const { user } = show(details);
    const button = await screen.findByRole('button', { name: 'Send a test event' });
    await user.click(button);
    await waitFor(() => expect(sentTo(listWebhookDeliveries).length).toBeGreaterThan(1));
    // The first click is done already.
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'));
    fireEvent.click(button, { detail: 2 });
    expect(sentTo(testWebhook)).toHaveLength(1);
  });

  it('is edited after the password', async () => {
    const { user } = show(details);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(await screen.findByLabelText('Address')).toHaveValue('https://hooks.example.com/portal');
    await user.click(screen.getByRole('checkbox', { name: /Balance low/ }));
    await user.type(screen.getByLabelText('Current password'), 'Secret1!x');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('heading', { name: 'Deliveries' })).toBeVisible();
    expect(sentTo(updateWebhook)[0]?.body).toMatchObject({
      events: ['balance.low', 'payment.credited', 'invoice.issued'],
    });
  });

  it('gets a new secret after the password', async () => {
    const { user } = show(details);
    await user.click(await screen.findByRole('button', { name: 'Replace the secret' }));
    const dialog = await screen.findByRole('dialog', { name: 'Replace the secret?' });
    await user.type(within(dialog).getByLabelText('Current password'), 'Secret1!x{Enter}');
    expect(await screen.findByText(secret)).toBeVisible();
    expect(screen.getByText(/old secret signs as well until/)).toBeVisible();
    expect(sentTo(rotateWebhookSecret)[0]?.body).toEqual({ current_password: 'Secret1!x' });
  });

  it('gets one secret for a dialog whose response was lost, and another one for the next dialog', async () => {
    let isLost = true;
    const rotated = webhookResponses.rotateWebhookSecret;
    const { user } = show(details, [reply(rotateWebhookSecret, () => (isLost ? connectionLost : rotated))]);
    const keys = () => sentTo(rotateWebhookSecret).map(({ headers }) => headers.get('Idempotency-Key'));
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Replace the secret' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Replace the secret?' }));
      await user.type(dialog.getByLabelText('Current password'), 'Secret1!x{Enter}');
      return dialog;
    };
    const dialog = await open();
    await dialog.findByRole('alert', {}, { timeout: 5000 });
    isLost = false;
    await user.type(dialog.getByLabelText('Current password'), '{Enter}');
    await user.click(await screen.findByRole('button', { name: 'I have stored the secret' }));
    expect(keys()).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
    await open();
    await screen.findByText(secret);
    expect(new Set(keys()).size).toBe(2);
  });

  it('is deleted after the password; a wrong one is shown at its field', async () => {
    const errors = [{ field: 'current_password', code: 'current_password_wrong', message: '' }];
    const { user } = show(details, [reply(deleteWebhook, problem('validation_failed', { errors }))]);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the webhook?' });
    await user.type(within(dialog).getByLabelText('Current password'), 'Wrong1!xx{Enter}');
    await waitFor(() => expect(within(dialog).getByLabelText('Current password')).toBeInvalid());
  });

  it('is shown as deleted although the response was lost', async () => {
    let webhooks = webhookResponses.listWebhooks.webhooks;
    const lost = reply(deleteWebhook, () => {
      webhooks = [];
      return connectionLost;
    });
    const { user } = show(details, [lost, reply(listWebhooks, () => ({ success: true, webhooks }))]);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the webhook?' });
    await user.type(within(dialog).getByLabelText('Current password'), 'Secret1!x{Enter}');
    expect(await screen.findByText('This webhook no longer exists.')).toBeVisible();
  });

  it('is shown as edited although the response was lost', async () => {
    let webhook = accounting!;
    const lost = reply(updateWebhook, () => {
      webhook = { ...accounting!, description: 'Saved all the same' };
      return connectionLost;
    });
    const list = reply(listWebhooks, () => ({ success: true, webhooks: [webhook] }));
    const { user } = show(details, [lost, list]);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.type(await screen.findByLabelText('Current password'), 'Secret1!x{Enter}');
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Saved all the same')).toBeVisible();
  });

  it('that was deleted elsewhere is not there', async () => {
    show('&sidebar.webhook_id=whk_gone');
    expect(await screen.findByText('This webhook no longer exists.')).toBeVisible();
  });

  it('says that the list of webhooks cannot be loaded', async () => {
    show(details, [reply(listWebhooks, problem('internal'))]);
    expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeVisible();
  });
});

describe('a delivery', () => {
  it('shows its body and attempts, and is sent again', async () => {
    const { user } = show(details);
    await user.click(await screen.findByRole('link', { name: 'Payment credited' }));
    expect(await screen.findByText(/"type": "payment.credited"/)).toBeVisible();
    expect(screen.getByText('try later')).toBeVisible();
    expect(screen.getByText(/Accepted with status 204/)).toBeVisible();
    expect(sentTo(getWebhookDelivery)).not.toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('heading', { name: 'Deliveries' })).toBeVisible();
    expect(sentTo(replayWebhookDelivery)).toHaveLength(1);
  });

  it('is shown as it is after a lost response', async () => {
    const { user } = show(`${details}&sidebar.delivery_id=whd_1A`, [
      reply(replayWebhookDelivery, connectionLost),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sentTo(getWebhookDelivery).length).toBeGreaterThan(1));
  });

  it('leads back to its webhook', async () => {
    const { user } = show(`${details}&sidebar.delivery_id=whd_1A`);
    await user.click(await screen.findByRole('button', { name: 'Back to the webhook' }));
    expect(await screen.findByRole('heading', { name: 'Deliveries' })).toBeVisible();
  });
});
