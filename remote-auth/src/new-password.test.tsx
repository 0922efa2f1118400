import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type PasswordProfile, passwordProfiles } from '@portal/contract/password';
import { passwordCases } from '@portal/contract/rules.fixtures';
import { configurePortal, portalSettings } from '@portal/shared/area';
import { renderPage } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import ChangePage from './features/change/change-page.tsx';
import RegisterPage from './features/register/register-page.tsx';

const exchanged = { email_masked: 'a••@example.com', expires_at: '2099-01-01T00:00:00Z' };

const forms = {
  registration: () => renderPage(<RegisterPage />, { path: '/register' }),
  'restored password': () => renderPage(<ChangePage />, { path: '/change', state: exchanged }),
};
const labels = { password: 'Password', password_repeat: 'Repeat the password' };
type Case = (typeof passwordCases)[PasswordProfile][number];

/** Fills the field and those that its rule depends on, and leaves it. */
async function typeInto(form: keyof typeof forms, { field, value, beside = {} }: Case): Promise<HTMLElement> {
  const { user } = forms[form]();
  for (const [name, text] of Object.entries({ ...beside, [field]: value })) {
    await user.click(screen.getByLabelText(name === 'password' ? labels.password : labels.password_repeat));
    if (typeof text === 'string' && text !== '') await user.paste(text);
  }
  await user.tab();
  return screen.getByLabelText(labels[field]);
}

const combinations = (['registration', 'restored password'] as const).flatMap((form) =>
  passwordProfiles.map((profile) => [form, profile] as const),
);

describe.each(combinations)('a %s by %s', (form, profile) => {
  const before = portalSettings();
  beforeAll(() => configurePortal({ ...before, password_profile: profile }));
  afterAll(() => configurePortal(before));

  test.each(
    passwordCases[profile].map(
      (one) => [one.field, JSON.stringify(one.value), one.message ?? 'taken', one] as const,
    ),
  )('%s %s → %s', async (_field, _value, _outcome, one) => {
    const field = await typeInto(form, one);
    if (one.message === null) {
      expect(field).not.toBeInvalid();
      return;
    }
    expect(field).toBeInvalid();
    const rules = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    if (one.field === 'password' && one.value !== '') expect(rules).toContain(`${one.message} not met yet`);
    else expect(field).toHaveAccessibleDescription(expect.stringContaining(one.message));
  });
});
