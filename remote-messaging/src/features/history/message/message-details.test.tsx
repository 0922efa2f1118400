import { describe, expect, test } from '@jest/globals';
import { getMessage, getMessageTotals } from '@portal/contract/messages';
import { listSavedViews } from '@portal/contract/saved-views';
import { listServiceCountries } from '@portal/contract/service-countries';
import { getStats } from '@portal/contract/stats';
import { messagesResponse, noSavedViews, renderPage, reply } from '@portal/shared/testing';
import { screen, within } from '@testing-library/react';
import HistoryPage from '../history-page.tsx';

const [delivered] = messagesResponse.items;
const message = delivered!;

function renderOpened(changes: Partial<typeof message> = {}, search = `?row=${message.message_id}`) {
  return renderPage(<HistoryPage />, {
    path: '/messaging/history',
    url: `/messaging/history${search}`,
    handlers: [
      reply(getStats, { ...messagesResponse, items: [{ ...message, ...changes }] }),
      reply(getMessageTotals),
      reply(listSavedViews, noSavedViews),
      reply(listServiceCountries),
      reply(getMessage, { success: true, message: { ...message, ...changes } }),
    ],
  });
}

/** The drawer after the message has loaded. */
async function drawer() {
  await screen.findByRole('button', { name: 'Report a problem' });
  return screen.getByRole('dialog', { name: 'Message details' });
}

describe('details of a message', () => {
  test('open on the current page of the list', async () => {
    const { user, location } = renderOpened({}, '?offset=25');

    await user.click(await screen.findByRole('button', { name: /^Open the message from DALAT/ }));

    expect(await drawer()).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(location().search))).toEqual({
      offset: '25',
      row: message.message_id,
      start_time: messagesResponse.period.start_utc,
      end_time: messagesResponse.period.end_utc,
    });
  });

  test('show the progress of the message and who reported “delivered”', async () => {
    renderOpened();

    const shown = await drawer();

    expect(shown).toHaveTextContent('The carrier reports that the message was delivered.');
    expect(shown).toHaveTextContent("“Delivered” is the carrier's word.");
    const steps = within(shown).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      'Accepted by us21/11/2026, 08:58:12',
      'Handed to the carrier21/11/2026, 08:58:12',
      'Delivered21/11/2026, 08:58:15after 3.1s',
    ]);
  });

  test('explain the segments and the price', async () => {
    renderOpened();

    const shown = await drawer();

    expect(shown).toHaveTextContent('Characters92');
    expect(shown).toHaveTextContent('Unicode (UCS-2)');
    expect(shown).toHaveTextContent('a single message holds 70 characters');
    expect(shown).toHaveTextContent('Price of one part€0.039');
    expect(shown).toHaveTextContent('Parts× 2');
    expect(shown).toHaveTextContent('Price of the message€0.078');
  });

  test('show the error and whether it is permanent', async () => {
    renderOpened({
      status: 'undelivered',
      status_group: 'undelivered',
      error_code: '0x000B',
      error_name: 'EC_UNKNOWN_SUBSCRIBER',
      error_permanent: true,
    });

    const shown = await drawer();

    expect(shown).toHaveTextContent('The carrier could not deliver the message.');
    expect(shown).toHaveTextContent('Number does not exist');
    expect(shown).toHaveTextContent('EC_UNKNOWN_SUBSCRIBER');
    expect(shown).toHaveTextContent('sending it again to this number will not help');
  });

  test('show when the outcome of a pending message is expected', async () => {
    renderOpened({
      status: 'sent',
      status_group: 'pending',
      is_final: false,
      delivered: null,
      latency_ms: null,
      validity_until: '2026-11-23T06:58:12Z',
    });

    const shown = await drawer();

    expect(shown).toHaveTextContent('The outcome is expected by 23/11/2026, 08:58');
    expect(shown).toHaveTextContent("Waiting for the carrier's report");
  });

  test('hide the text until the customer asks for it', async () => {
    const { user } = renderOpened({ text: 'Your code is 4711' });

    const shown = await drawer();
    expect(shown).not.toHaveTextContent('4711');
    await user.click(within(shown).getByRole('button', { name: 'Show the text' }));

    expect(shown).toHaveTextContent('Your code is 4711');
  });

  test('show a status unknown to this release as the server sent it', async () => {
    renderOpened({ status: 'teleported', status_group: 'teleported' });

    const shown = await drawer();

    expect(shown).toHaveTextContent('The network reported a status that this page has no words for.');
    expect(shown).toHaveTextContent('teleported');
  });

  test('prepare a support request', async () => {
    const { user, location } = renderOpened();

    await user.click(await screen.findByRole('button', { name: 'Report a problem' }));

    const sidebar = new URLSearchParams(location().search);
    expect(sidebar.get('sidebar')).toBe('profile/support');
    expect(sidebar.get('sidebar.category')).toBe('messaging');
    expect(sidebar.get('sidebar.row_id')).toBe(message.message_id);
    expect(sidebar.get('sidebar.subject')).toContain('+37255512345');
    expect(screen.queryByRole('dialog', { name: 'Message details' })).not.toBeInTheDocument();
  });
});
