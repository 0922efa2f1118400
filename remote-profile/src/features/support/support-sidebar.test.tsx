import { describe, expect, it } from '@jest/globals';
import { createTicket } from '@portal/contract/support';
import { problem, type Reply, renderPage, reply, sentTo, supportResponse } from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import SupportSidebar from './support-sidebar.tsx';

const path = '/voicing/cdr';
const prefilled = `${path}?sidebar=profile/support&sidebar.subject=Call+failed&sidebar.row_id=cdr_7f3a91c2&sidebar.service_id=svc_vo_8KQ2&sidebar.category=numbers`;

function show(url = path, response: Reply<typeof createTicket> = supportResponse) {
  return renderPage(<SupportSidebar />, { path, url, handlers: [reply(createTicket, response)] });
}

describe('a support request', () => {
  it('is sent with the texts that the form was opened with', async () => {
    const { user } = show(prefilled);
    expect(await screen.findByLabelText('Subject')).toHaveValue('Call failed');
    expect(await screen.findByText('Voicing · svc_vo_8KQ2')).toBeVisible();
    await user.type(screen.getByLabelText('Message'), 'Since 08:00');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('group', { name: 'Your request has the number 10231' })).toHaveTextContent(
      'answer to ann@example.com',
    );
    expect(screen.getByRole('button', { name: 'Copy the number' })).toBeVisible();
    const [request] = sentTo(createTicket);
    expect(request?.body).toEqual({
      subject: 'Call failed',
      body: 'Since 08:00',
      category: 'numbers',
      priority: 'normal',
      service_id: 'svc_vo_8KQ2',
      context: { route: path, row_id: 'cdr_7f3a91c2', language: 'en', timezone: 'Europe/Tallinn' },
    });
  });

  it('omits what the customer removes', async () => {
    const { user } = show();
    const list = await screen.findByRole('list', { name: 'Sent with your message' });
    expect(within(list).getByText('/voicing/cdr')).toBeVisible();
    for (const what of ['Page', 'Language', 'Time zone']) {
      await user.click(within(list).getByRole('button', { name: `Do not send: ${what}` }));
    }
    expect(screen.getByText('Nothing else is sent with your message.')).toHaveFocus();
    await user.type(screen.getByLabelText('Subject'), 'Question');
    await user.type(screen.getByLabelText('Message'), 'How?');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(sentTo(createTicket)[0]?.body).toEqual({
        subject: 'Question',
        body: 'How?',
        // The page on which the request was written.
        category: 'voicing',
        priority: 'normal',
      }),
    );
  });

  it('requires a subject and a text', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    expect(await screen.findAllByText('Text is required')).toHaveLength(2);
    await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveFocus());
  });

  it('has the same key while the same text is tried again, and a new key for another text', async () => {
    let isUp = false;
    const { user } = show(prefilled, () => (isUp ? supportResponse : problem('rate_limited')));
    const body = await screen.findByLabelText('Message');
    const send = async () => {
      const sent = sentTo(createTicket).length;
      await user.click(screen.getByRole('button', { name: 'Send' }));
      await waitFor(() => expect(sentTo(createTicket).length).toBeGreaterThan(sent));
      await waitFor(() => expect(screen.queryByRole('button', { busy: true })).not.toBeInTheDocument());
    };
    await user.type(body, 'One');
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
    expect(body).toHaveValue('One');
    await send();
    await user.type(body, ' more');
    isUp = true;
    await send();
    const [first, second, third] = sentTo(createTicket).map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});
