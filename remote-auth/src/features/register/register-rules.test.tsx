import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PasswordProfile } from '@portal/contract/password';
import { passwordCases, type RuleCase, registrationRules } from '@portal/contract/rules.fixtures';
import { configurePortal, portalSettings } from '@portal/shared/area';
import { renderPage, sentTo } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import RegisterPage from './register-page.tsx';

const labels: Record<string, string> = {
  phone: 'Phone',
  name: 'Your name',
  company: 'Company',
  email: 'E-mail',
  password: 'Password',
  password_repeat: 'Repeat the password',
};

const title = ({ field, value, beside, message }: RuleCase) =>
  [
    field,
    JSON.stringify(value),
    ...(beside ? ['with', JSON.stringify(beside)] : []),
    '→',
    message ?? 'taken',
  ].join(' ');
const named = (cases: readonly RuleCase[]) => cases.map((one) => [title(one), one] as const);

/** Fills the one field, and those that its rule looks at, and leaves it. */
async function typeInto({ field, value, beside = {} }: RuleCase) {
  const { user } = renderPage(<RegisterPage />, { path: '/register' });
  for (const [name, text] of Object.entries({ ...beside, [field]: value })) {
    const label = labels[name];
    if (label === undefined) continue;
    await user.click(screen.getByLabelText(label));
    if (typeof text === 'string' && text !== '') await user.paste(text);
  }
  await user.tab();
  return user;
}

describe('a registration', () => {
  const typed = registrationRules.filter(({ field }) => field !== 'terms');

  test.each(named(typed))('%s', async (_, one) => {
    await typeInto(one);
    const field = screen.getByLabelText(labels[one.field] ?? '');
    if (one.message === null) expect(field).not.toBeInvalid();
    else {
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription(expect.stringContaining(one.message));
    }
  });

  test.each([false, true])('with the terms %s', async (isAccepted) => {
    const { user } = renderPage(<RegisterPage />, { path: '/register' });
    const terms = screen.getByRole('checkbox', { name: /Terms and conditions/ });
    if (isAccepted) await user.click(terms);
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await waitFor(() => expect(screen.getByLabelText('Your name')).toBeInvalid());
    if (isAccepted) expect(terms).not.toBeInvalid();
    else expect(terms).toHaveAccessibleDescription('You have to accept the Terms and conditions');
    expect(sentTo('register')).toHaveLength(0);
  });
});

describe.each(['spec', 'nist'] as const)('with passwords by %s', (profile: PasswordProfile) => {
  const before = portalSettings();
  beforeAll(() => configurePortal({ ...before, password_profile: profile }));
  afterAll(() => configurePortal(before));

  test.each(named(passwordCases[profile]))('%s', async (_, one) => {
    await typeInto(one);
    const field = screen.getByLabelText(labels[one.field] ?? '');
    if (one.message === null) {
      expect(field).not.toBeInvalid();
      return;
    }
    expect(field).toBeInvalid();
    const rules = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    if (one.field === 'password' && one.value !== '') expect(rules).toContain(`${one.message}not met yet`);
    else expect(field).toHaveAccessibleDescription(expect.stringContaining(one.message));
  });
});
