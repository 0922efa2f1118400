import { afterEach, describe, expect, test } from '@jest/globals';
import { register } from '@portal/contract/registration';
import { type RuleCase, registrationRules } from '@portal/contract/rules.fixtures';
import { renderPage, sentTo } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { forgetDraft } from './register-draft.ts';
import RegisterPage from './register-page.tsx';

afterEach(forgetDraft);

const labels: Record<string, string> = {
  phone: 'Phone',
  name: 'Your name',
  company: 'Company',
  email: 'E-mail',
};

const title = ({ field, value, message }: RuleCase) =>
  `${field} ${JSON.stringify(value)} → ${message ?? 'taken'}`;
const named = (cases: readonly RuleCase[]) => cases.map((one) => [title(one), one] as const);

/** Fills the field and leaves it. */
async function typeInto({ field, value }: RuleCase) {
  const { user } = renderPage(<RegisterPage />, { path: '/register' });
  await user.click(screen.getByLabelText(labels[field] ?? ''));
  if (typeof value === 'string' && value !== '') await user.paste(value);
  await user.tab();
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
    expect(sentTo(register)).toHaveLength(0);
  });
});
