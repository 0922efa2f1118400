import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PasswordProfile } from '@portal/contract/password';
import { emailRules, passwordCases, type RuleCase, supportRules } from '@portal/contract/rules.fixtures';
import { createTicket } from '@portal/contract/support';
import { configurePortal, portalSettings } from '@portal/shared/area';
import { renderPage, sentTo } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import EmailSidebar from './login-details/email-sidebar.tsx';
import PasswordSidebar from './login-details/password-sidebar.tsx';
import SupportSidebar from './support/support-sidebar.tsx';

const labels: Record<string, string> = {
  email: 'New e-mail',
  password: 'New password',
  password_repeat: 'Repeat the new password',
  subject: 'Subject',
  body: 'Message',
};

const named = (cases: readonly RuleCase[]) =>
  cases.map((one) => {
    const { field, value, beside, message } = one;
    const words = [field, JSON.stringify(value), JSON.stringify(beside ?? {}), '→', message ?? 'taken'];
    return [words.join(' '), one] as const;
  });

/** Fills the field and those that its rule depends on, and leaves it. */
async function typeInto(
  sidebar: ReactElement,
  { field, value, beside = {} }: RuleCase,
): Promise<HTMLElement> {
  const { user } = renderPage(sidebar);
  const input = await screen.findByLabelText(labels[field] ?? '');
  for (const [name, text] of Object.entries({ ...beside, [field]: value })) {
    await user.click(screen.getByLabelText(labels[name] ?? ''));
    if (text !== '') await user.paste(String(text));
  }
  await user.tab();
  return input;
}

test.each(named(emailRules))('a new address: %s', async (_, one) => {
  const input = await typeInto(<EmailSidebar />, one);
  if (one.message === null) expect(input).not.toBeInvalid();
  else expect(input).toHaveAccessibleDescription(expect.stringContaining(one.message));
});

test.each(named(supportRules))('a support request: %s', async (_, one) => {
  const input = await typeInto(<SupportSidebar />, one);
  if (one.message === null) expect(input).not.toBeInvalid();
  else expect(input).toHaveAccessibleDescription(expect.stringContaining(one.message));
  expect(sentTo(createTicket)).toHaveLength(0);
});

describe.each(['spec', 'nist'] as const)('a new password by %s', (profile: PasswordProfile) => {
  const before = portalSettings();
  beforeAll(() => configurePortal({ ...before, password_profile: profile }));
  afterAll(() => configurePortal(before));

  test.each(named(passwordCases[profile]))('%s', async (_, one) => {
    const input = await typeInto(<PasswordSidebar />, one);
    if (one.message === null) {
      expect(input).not.toBeInvalid();
      return;
    }
    expect(input).toBeInvalid();
    const rules = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    if (one.field === 'password' && one.value !== '') expect(rules).toContain(`${one.message} not met yet`);
    else expect(input).toHaveAccessibleDescription(expect.stringContaining(one.message));
  });
});
