import { afterEach, describe, expect, test } from '@jest/globals';
import { confirm, register } from '@portal/contract/registration';
import {
  confirmResponse,
  problem,
  registerResponse,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { forgetDraft } from './register-draft.ts';
import RegisterPage from './register-page.tsx';

afterEach(forgetDraft);

function renderRegister(handlers = [reply(register)]) {
  return renderPage(<RegisterPage />, { path: '/register', handlers });
}

async function fill(user: ReturnType<typeof renderRegister>['user']) {
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Ann Tamm');
  await user.type(screen.getByRole('textbox', { name: 'Company' }), 'Example OÜ');
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ann@example.com');
  await user.click(screen.getByRole('textbox', { name: 'Phone' }));
  await user.paste('+372 5551 2345');
  await user.type(screen.getByLabelText('Password'), 'Secret1!x');
  await user.type(screen.getByLabelText('Repeat the password'), 'Secret1!x');
  await user.click(screen.getByRole('checkbox', { name: /Terms and conditions/ }));
}

test('sends a registration that fits the contract, and asks for the mailed code', async () => {
  const { user } = renderRegister();
  await fill(user);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(await screen.findByText(new RegExp(registerResponse.email_masked))).toBeVisible();
  expect(screen.getByRole('button', { name: /Send again in/ })).toBeDisabled();
  expect(sentTo(register).at(0)?.body).toMatchObject({ phone: '372 5551 2345', terms: true });
});

test('works with the keyboard alone, and moves the focus to the code', async () => {
  const { user } = renderRegister();
  const tabs = async (count: number) => {
    for (let tab = 0; tab < count; tab += 1) await user.tab();
  };
  for (const text of ['Ann Tamm', 'Example OÜ', 'ann@example.com', '+372 5551 2345']) {
    await user.tab();
    await user.keyboard(text);
  }
  await tabs(2);
  await user.keyboard('Secret1!x');
  await tabs(2);
  await user.keyboard('Secret1!x');
  await tabs(2);
  await user.keyboard(' ');
  await user.tab();
  expect(screen.getByRole('button', { name: 'Register' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Code' })).toHaveFocus();
  expect(sentTo(register)[0]?.body).toMatchObject({ email: 'ann@example.com', terms: true, country: null });
});

test('lets a mistyped address be changed, and preserves the other values', async () => {
  const { user } = renderRegister();
  await fill(user);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await user.click(await screen.findByRole('button', { name: 'Change the address' }));
  expect(screen.getByRole('textbox', { name: 'Company' })).toHaveValue('Example OÜ');
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  await user.clear(email);
  await user.type(email, 'ann@example.org');
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(await screen.findByRole('textbox', { name: 'Code' })).toHaveFocus();
  expect(sentTo(register).at(1)?.body).toMatchObject({ email: 'ann@example.org', name: 'Ann Tamm' });
});

test('shows what was typed after a reload or a look at another screen, except passwords', async () => {
  const first = renderRegister();
  await fill(first.user);
  await waitFor(() => expect(JSON.stringify(history.state)).toContain('ann@example.com'));
  expect(JSON.stringify(history.state)).not.toContain('Secret1!x');
  first.unmount();

  const second = renderRegister();
  expect(screen.getByRole('textbox', { name: 'Company' })).toHaveValue('Example OÜ');
  expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveValue('372 5551 2345');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(screen.getByRole('checkbox', { name: /Terms and conditions/ })).not.toBeChecked();
  await second.user.type(screen.getByLabelText('Password'), 'Secret1!x');
  await second.user.type(screen.getByLabelText('Repeat the password'), 'Secret1!x');
  await second.user.click(screen.getByRole('checkbox', { name: /Terms and conditions/ }));
  await second.user.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByRole('textbox', { name: 'Code' });
  expect(JSON.stringify(history.state)).not.toContain('ann@example.com');
});

describe('after a reload while the code is awaited', () => {
  async function reload() {
    const first = renderRegister();
    await fill(first.user);
    await first.user.click(screen.getByRole('button', { name: 'Register' }));
    await screen.findByRole('textbox', { name: 'Code' });
    const { state } = first.location();
    expect(JSON.stringify(state)).not.toMatch(/Secret1!x|5551/);
    first.unmount();
    const handlers = [reply(confirm, confirmResponse), reply(register)];
    return renderPage(<RegisterPage />, { path: '/register', state, handlers });
  }

  test('confirms the address with the code, and forgets it then', async () => {
    const { user, location, navigate } = await reload();
    expect(screen.getByText(new RegExp(registerResponse.email_masked))).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send again' })).toBeEnabled();
    await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(location().pathname).toBe('/login'));
    expect(sentTo(confirm)[0]?.body).toEqual({ email: 'ann@example.com', code: '123456' });
    await act(() => navigate(-1));
    expect(location()).toMatchObject({ pathname: '/login', state: null });
  });

  test('starts again with the address alone', async () => {
    const { user, location } = await reload();
    await user.click(screen.getByRole('button', { name: 'Change the address' }));
    expect(await screen.findByRole('textbox', { name: 'E-mail' })).toHaveValue('ann@example.com');
    expect(screen.getByRole('textbox', { name: 'Company' })).toHaveValue('');
    expect(location().state).toBeNull();
    await user.clear(screen.getByRole('textbox', { name: 'E-mail' }));
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByRole('textbox', { name: 'Code' })).toHaveFocus();
  });
});

test('rejects an empty form field by field, and sends nothing', async () => {
  const { user } = renderRegister();
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(await screen.findByText('You have to accept the Terms and conditions')).toBeVisible();
  expect(screen.getByText('Phone number is required')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveFocus());
  expect(sentTo(register)).toHaveLength(0);
});

test('ticks off the rules of the password, and announces how many are met', async () => {
  const { user } = renderRegister();
  await user.type(screen.getByLabelText('Password'), 'secret12');
  expect(screen.getByText('3 of 5 rules met')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Password'), '!S');
  expect(screen.getByText('5 of 5 rules met')).toBeInTheDocument();
});

test("shows the server's rejection on its field, and preserves the other values", async () => {
  const refusal = problem('validation_failed', { errors: [{ field: 'phone', code: 'phone_pattern' }] });
  const { user } = renderRegister([reply(register, refusal)]);
  await fill(user);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(await screen.findByText('Phone number is incorrect')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Company' })).toHaveValue('Example OÜ');
});
