import { webcrypto } from 'node:crypto';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { getBotCheckChallenge } from '@portal/contract/bot-check';
import { restorePassword } from '@portal/contract/password-change';
import type { PortalConfig } from '@portal/contract/portal-config';
import { request } from '@portal/shared/api';
import { configurePortal } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useErrorText } from '@portal/shared/i18n';
import { problem, type Reply, renderPage, reply, responses, sentTo } from '@portal/shared/testing';
import { Form, TextField } from '@portal/shared/ui/core';
import { screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { useBotCheck } from './bot-check.tsx';

const schema = v.object({ email: v.string() });

function RestoreForm() {
  const { errorText } = useErrorText();
  const botCheck = useBotCheck('restore');
  const form = useForm({
    schema,
    initial: { email: 'ann@example.com' },
    onSubmit: ({ email }) =>
      botCheck.send((captcha_token) => request(restorePassword, { body: { email, captcha_token } })),
  });
  const failure = form.failure === null ? null : <p role="alert">{errorText(form.failure)}</p>;
  return (
    <Form onSubmit={form.submit} onFocus={botCheck.prepare} error={failure}>
      <TextField label="E-mail" {...form.field('email')} />
      <button type="submit">Send</button>
      {botCheck.badge}
    </Form>
  );
}

function renderForm(
  provider: PortalConfig['bot_check']['provider'],
  response?: Reply<typeof restorePassword>,
  challenge?: Reply<typeof getBotCheckChallenge>,
) {
  configurePortal({ bot_check: { provider, site_key: 'key' }, password_profile: 'spec' });
  const handlers = [reply(restorePassword, response), reply(getBotCheckChallenge, challenge)];
  return renderPage(<RestoreForm />, { handlers });
}

const send = (user: ReturnType<typeof renderForm>['user']) =>
  user.click(screen.getByRole('button', { name: 'Send' }));

const tokens = () => sentTo(restorePassword).map(({ body }) => Object(body).captcha_token);

beforeAll(() => {
  // jsdom's crypto has no `subtle`.
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('sends no token and shows no badge without a provider', async () => {
  const { user } = renderForm('none');
  await send(user);
  await waitFor(() => expect(tokens()).toEqual([undefined]));
  expect(sentTo(getBotCheckChallenge)).toHaveLength(0);
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
});

test('solves the challenge when the form is first used and sends the solution', async () => {
  const { user } = renderForm('altcha');
  expect(await screen.findByRole('note')).toHaveTextContent('Protected by ALTCHA');
  expect(sentTo(getBotCheckChallenge)).toHaveLength(0);
  await user.click(screen.getByLabelText('E-mail'));
  await waitFor(() => expect(sentTo(getBotCheckChallenge)).toHaveLength(1));
  await send(user);
  await waitFor(() => expect(tokens()).toHaveLength(1));
  expect(sentTo(getBotCheckChallenge).map(({ query }) => query)).toEqual([{ action: 'restore' }]);
  const { challenge, solution } = JSON.parse(atob(String(tokens()[0])));
  expect(challenge).toEqual(responses.getBotCheckChallenge.challenge);
  expect(solution).toMatchObject({
    counter: 7,
    derivedKey: '4f0cb0b1e2b25ef921bf2d7c08feb911d0b48114d462bf51b9312c111acd4e3d',
  });
});

test('renews a refused token once', async () => {
  let count = 0;
  const { user } = renderForm('altcha', () => {
    count += 1;
    return count === 1 ? problem('captcha_failed') : responses.restorePassword;
  });
  await send(user);
  await waitFor(() => expect(tokens()).toHaveLength(2));
  expect(sentTo(getBotCheckChallenge)).toHaveLength(2);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('shows the error and does not lose the typed text when the renewed token is refused too', async () => {
  const { user } = renderForm('altcha', problem('captcha_failed'));
  await send(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(/could not confirm that you are not a robot/);
  expect(tokens()).toHaveLength(2);
  expect(screen.getByLabelText('E-mail')).toHaveValue('ann@example.com');
});

test('prepares a new token for the next attempt after another error', async () => {
  const { user } = renderForm('altcha', problem('rate_limited'));
  await send(user);
  await screen.findByRole('alert');
  await waitFor(() => expect(sentTo(getBotCheckChallenge)).toHaveLength(2));
  expect(tokens()).toHaveLength(1);
});

test('does not send an expired solution', async () => {
  const { user } = renderForm('altcha');
  await user.click(screen.getByLabelText('E-mail'));
  await waitFor(() => expect(sentTo(getBotCheckChallenge)).toHaveLength(1));
  const now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now + 600_000);
  await send(user);
  await waitFor(() => expect(tokens()).toHaveLength(1));
  expect(sentTo(getBotCheckChallenge)).toHaveLength(2);
});

test('shows an error when the challenge cannot be loaded, and loads it again with the next attempt', async () => {
  let isAway = true;
  const { user } = renderForm('altcha', undefined, () =>
    isAway ? problem('rate_limited') : responses.getBotCheckChallenge,
  );
  await send(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(/Too many attempts/);
  expect(tokens()).toHaveLength(0);
  isAway = false;
  await send(user);
  await waitFor(() => expect(tokens()).toHaveLength(1));
});
