import { expect, test } from '@jest/globals';
import { currencies } from '@portal/contract/money';
import { getProfile, updateProfile } from '@portal/contract/profile';
import { profileRules, type RuleCase } from '@portal/contract/rules.fixtures';
import { profileResponse, type ResponseBody, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import ProfilePage from './profile-page.tsx';

const unset: ResponseBody<typeof getProfile> = {
  ...profileResponse,
  configured: false,
  country: null,
  tax_number: null,
  tax_number_can_edit: true,
  currency: null,
  currency_can_edit: true,
};

const labels: Record<string, string> = {
  phone: 'Phone',
  name: 'Name',
  company: 'Company name',
  address: 'Address',
  tax_number: 'Tax number',
};
const countries: Record<string, string> = { ee: 'Estonia', gr: 'Greece', us: 'United States' };

const typed = profileRules.filter(({ field, isTypable }) => isTypable !== false && field in labels);
// The page is large, so it is rendered once for all values of a field and a country.
const groups = Map.groupBy(typed, ({ field, beside }) => `${field} ${beside?.['country'] ?? ''}`);

test.each([...groups])('%s', async (_, cases: readonly RuleCase[]) => {
  const { user } = renderPage(<ProfilePage />, { path: '/profile', handlers: [reply(getProfile, unset)] });
  const input = await screen.findByLabelText(labels[cases[0]?.field ?? ''] ?? '');
  const country = countries[String(cases[0]?.beside?.['country'])];
  if (country !== undefined) {
    await user.click(screen.getByRole('button', { name: /^Country/ }));
    await user.click(await screen.findByRole('option', { name: country }));
  }
  for (const { value, message } of cases) {
    await user.clear(input);
    if (value !== '') await user.paste(String(value));
    await user.tab();
    const said = { value, isInvalid: input.getAttribute('aria-invalid') === 'true' };
    expect(said).toEqual({ value, isInvalid: message !== null });
    if (message !== null) expect(input).toHaveAccessibleDescription(expect.stringContaining(message));
  }
});

test('requires the country first, on both fields, and sends nothing', async () => {
  const { user } = renderPage(<ProfilePage />, { path: '/profile', handlers: [reply(getProfile, unset)] });
  await user.type(await screen.findByLabelText('Tax number'), 'EE100000010');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Country is required')).toBeVisible();
  expect(screen.getByText('Please specify your country')).toBeVisible();
  expect(sentTo(updateProfile)).toHaveLength(0);
});

test('requires the tax number when it is emptied', async () => {
  const known = { ...unset, country: 'ee', tax_number: 'EE100000010' };
  const { user } = renderPage(<ProfilePage />, { path: '/profile', handlers: [reply(getProfile, known)] });
  const input = await screen.findByLabelText('Tax number');
  await user.clear(input);
  await user.tab();
  await waitFor(() =>
    expect(input).toHaveAccessibleDescription(expect.stringContaining('Please specify your tax number')),
  );
});

test('offers the supported currencies and no others', async () => {
  const { user } = renderPage(<ProfilePage />, { path: '/profile', handlers: [reply(getProfile, unset)] });
  await user.click(await screen.findByRole('button', { name: /^Currency/ }));
  const titles = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(titles).toHaveLength(currencies.length);
  for (const currency of currencies) expect(titles.join()).toContain(currency.toUpperCase());
});
