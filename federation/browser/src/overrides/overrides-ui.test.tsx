import { beforeEach, expect, jest, test } from '@jest/globals';
import { type Language, languages } from '@portal/shared/i18n';
import { renderPage } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { overridesKey } from '../federation-settings.ts';
import { OverridesBanner } from '../notices/page-banners.tsx';
import { localRelease, localServer } from '../testing/local-release.fixtures.ts';
import { configurePage } from '../testing/page.fixtures.ts';
import { OverrideForm } from './override-form.tsx';
import { useOverrides } from './overrides.ts';

configurePage({ environment: 'staging' });

const origin = 'http://localhost:4203/';
const reload = jest.fn();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  useOverrides.setState({ armed: {}, until: Date.now() + 60_000, ended: [] });
});

function renderForm(response?: object | number) {
  const handlers = response === undefined ? [] : [localServer(origin, response)];
  return renderPage(<OverrideForm reload={reload} />, { handlers });
}

test('the form stores the override of the area that the server names, by keyboard alone', async () => {
  const { user } = renderForm(localRelease);
  await user.tab();
  expect(screen.getByRole('textbox', { name: 'Address of the development server' })).toHaveFocus();
  await user.keyboard('http://localhost:4203{Enter}');
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(JSON.parse(sessionStorage.getItem(overridesKey) ?? '')).toMatchObject({
    areas: { finances: origin },
  });
});

test.each(['https://portal.example', 'http://evil.example:4203', 'localhost:4203', 'http://localhost'])(
  'the form sends no request to %s',
  async (address) => {
    const { user } = renderForm();
    const field = screen.getByRole('textbox');
    await user.type(field, `${address}{Enter}`);
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(sessionStorage).toHaveLength(0);
  },
);

test.each<[string, object | number]>([
  ['The server does not answer, or has no release.json.', 404],
  ['What the server offers is not a release of an area that this portal understands.', {}],
])('the form says: %s', async (text, answer) => {
  const { user } = renderForm(answer);
  await user.type(screen.getByRole('textbox'), `${origin}{Enter}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(sessionStorage).toHaveLength(0);
  expect(reload).not.toHaveBeenCalled();
});

test('the banner names each override and ends them all with one button', async () => {
  useOverrides.setState({ armed: { finances: origin, lottery: 'http://127.0.0.1:4300/' } });
  sessionStorage.setItem(overridesKey, 'armed');
  const { user } = renderPage(<OverridesBanner reload={reload} />);
  expect(screen.getByText(`Finances comes from ${origin}`)).toBeVisible();
  expect(screen.getByText('lottery comes from http://127.0.0.1:4300/')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'End overrides' }));
  expect(sessionStorage).toHaveLength(0);
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each<[Language, string, string]>([
  ['en', 'Europe/Tallinn', 'Active until 02/07/2026, 00:30'],
  ['en', 'America/New_York', 'Active until 01/07/2026, 17:30'],
  ['de', 'Europe/Berlin', 'Aktiv bis 01.07.2026, 23:30'],
])('the banner names the time at which overrides end in %s and %s', (language, timeZone, text) => {
  useOverrides.setState({ armed: { finances: origin }, until: Date.parse('2026-07-01T21:30:00Z') });
  renderPage(<OverridesBanner />, { language, timeZone });
  expect(screen.getByText(text)).toBeVisible();
});

test.each(languages.map(({ code }) => code))('the banner says in %s when overrides end', (language) => {
  useOverrides.setState({ armed: { finances: origin }, until: Date.parse('2026-07-11T21:30:00Z') });
  renderPage(<OverridesBanner />, { language, timeZone: 'UTC' });
  expect(screen.getByText(/\p{L}{3}.* .*\b11\b.*\b21[:.]30/u)).toBeVisible();
});

test('the banner names an override that was ended, until it is dismissed', async () => {
  useOverrides.setState({ ended: ['finances'] });
  const { user } = renderPage(<OverridesBanner />);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Override ended, because it could not be loaded: Finances',
  );
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});
