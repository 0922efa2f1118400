import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { renderPage, server } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { useState } from 'react';
import { composition } from '../testing/page.fixtures.ts';
import { configureSigningKey, type Sign } from '../testing/signed-composition.fixtures.ts';
import { PageNotices } from './page-notices.tsx';
import { restoreTypedFields } from './typed-fields.ts';
import { findUpdate } from './use-update.ts';
import { WithdrawalWatch } from './withdrawal-watch.tsx';

/** Only the clock and the interval of the checks are faked. */
const realTimers = ['performance', 'queueMicrotask', 'nextTick', 'setTimeout', 'clearTimeout'] as const;

let sign: Sign;
beforeAll(async () => {
  sign = await configureSigningKey();
});
// The response changes the screen outside of act: the test waits for what it changes.
beforeEach(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  history.replaceState(null, '');
});

/** A login form with the state of its fields in React. */
function Form({ extra = false }) {
  const [email, setEmail] = useState('');
  const [note, setNote] = useState('');
  return (
    <main>
      <input
        aria-label="E-mail"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <input aria-label="Password" type="password" />
      <input aria-label="Code" autoComplete="one-time-code" />
      <input aria-label="Remember" type="checkbox" />
      <textarea aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      {extra && <input aria-label="Extra" />}
      <p>{`${email} ${note}`}</p>
    </main>
  );
}

const reload = jest.fn();

/** Types into the form and withdraws the version that the page runs, which reloads it. */
async function leaveHalfFilledForm(): Promise<void> {
  const { user, unmount } = renderPage(
    <>
      <Form />
      <WithdrawalWatch reload={reload} />
    </>,
  );
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'Secret1!');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.type(screen.getByLabelText('Note'), 'hello');
  await user.click(screen.getByRole('checkbox'));
  const withdrawn = { areas: [], versions: { host: [composition.host.version] } };
  const signed = await sign({ ...composition, number: composition.number + 1, withdrawn });
  server.use(http.get('*/composition.json', () => Response.json(signed)));
  await findUpdate();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  unmount();
}

test('a page without a session looks for withdrawals within 30 seconds', async () => {
  let reads = 0;
  const signed = await sign(composition);
  server.use(
    http.get('*/composition.json', () => {
      reads += 1;
      return Response.json(signed);
    }),
  );
  jest.useFakeTimers({ now: Date.now(), doNotFake: [...realTimers] });
  const setInterval = jest.spyOn(globalThis, 'setInterval');
  renderPage(<PageNotices offersUpdates={false} watchDelay={0} />);
  while (setInterval.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  jest.advanceTimersByTime(20_000);
  while (reads === 0) await new Promise((resolve) => setTimeout(resolve, 10));
});

test('code of the watch that a lost connection kept away is loaded later, and is no error', async () => {
  const reported = jest.fn();
  Object.assign(globalThis, { reportError: reported });
  let loads = 0;
  const loadWatch = async () => {
    loads += 1;
    if (loads === 1) throw new Error('Loading chunk withdrawal-watch failed.');
    return () => <p>watching</p>;
  };
  renderPage(<PageNotices offersUpdates={false} watchDelay={0} loadWatch={loadWatch} />);
  expect(await screen.findByText('watching')).toBeVisible();
  expect(loads).toBe(2);
  expect(reported).not.toHaveBeenCalled();
});

test('leaves a withdrawn version and fills the form again, except secrets', async () => {
  await leaveHalfFilledForm();
  expect(JSON.stringify(history.state)).not.toMatch(/Secret1|123456/);
  restoreTypedFields();
  expect(history.state).toEqual({});
  renderPage(<Form />);
  expect(await screen.findByText('ann@example.com hello')).toBeVisible();
  expect(screen.getByRole('checkbox')).toBeChecked();
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(screen.getByLabelText('Code')).toHaveValue('');
});

const saved = (fields: object[], path = location.pathname) =>
  history.replaceState({ typedFields: { path, fields } }, '');
const text = { type: 'text', value: 'x', checked: false };

test.each<[string, () => void]>([
  ['of another page', () => saved([text], '/elsewhere')],
  ['of another form', () => saved([text, text])],
  ['that is malformed', () => history.replaceState({ typedFields: 'x' }, '')],
])('fills in nothing %s', async (_what, arrange) => {
  arrange();
  restoreTypedFields();
  renderPage(<Form extra />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByLabelText('Extra')).toHaveValue('');
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('');
});
