import { describe, expect, test } from '@jest/globals';
import type { PasswordProfile } from '@portal/contract/password';
import {
  emailRules,
  passwordCases,
  profileRules,
  type RuleCase,
  registrationRules,
  supportRules,
} from '@portal/contract/rules.fixtures';
import type { TestResponse } from '../../testing/test-client.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

let count = 0;
const newEmail = () => {
  count += 1;
  return `rule-${count}@example.com`;
};

const registration = {
  name: 'Ann Tamm',
  company: 'Example Trading OÜ',
  phone: '372 5551 2345',
  timezone: 'Europe/Tallinn',
  terms: true,
};
const passwords = { spec: 'Secret1!x', nist: 'a long enough passphrase' };

const title = ({ field, value, beside, code }: RuleCase) =>
  `${field} ${JSON.stringify(value)}${beside === undefined ? '' : ` with ${JSON.stringify(beside)}`} → ${code ?? 'taken'}`;
const named = (cases: readonly RuleCase[]) => cases.map((one) => [title(one), one] as const);

/** Returns the field's code in the response; fails on codes of other fields, except those that the rule reads. */
function expectCode(response: TestResponse, { field, code, beside = {} }: RuleCase): void {
  const errors: { field: string; code: string }[] = response.body.errors ?? [];
  expect(errors.find((error) => error.field === field)?.code ?? null).toBe(code);
  expect(errors.filter((error) => error.field !== field && !(error.field in beside))).toEqual([]);
  if (code === null) expect(response.status).toBeLessThan(300);
  else expect(response).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
}

describe.each(['spec', 'nist'] as const)('passwords by %s', (profile: PasswordProfile) => {
  const portal = testPortal({ PASSWORD_PROFILE: profile, RATE_LIMIT_FACTOR: '1000' });
  const password = passwords[profile];

  test.each(named(passwordCases[profile]))('registration: %s', async (_, one) => {
    const given = { password, [one.field]: one.value, ...one.beside };
    const repeat = one.field === 'password_repeat' ? {} : { password_repeat: given.password };
    const body = { ...registration, email: newEmail(), ...given, ...repeat };
    expectCode(await portal.visitor().post('/v1/users/register', body), one);
  });

  test.each(named(passwordCases[profile]))('password change: %s', async (_, one) => {
    const given = { password, [one.field]: one.value, ...one.beside };
    const repeat = one.field === 'password_repeat' ? {} : { password_repeat: given.password };
    const customer = await portal.customer();
    const body = { current_password: testPassword, ...given, ...repeat };
    expectCode(await customer.post('/v1/users/password:change', body), one);
  });
});

describe('other rules', () => {
  const portal = testPortal({ RATE_LIMIT_FACTOR: '1000' });
  const { spec: password } = passwords;

  test.each(named(registrationRules))('registration: %s', async (_, one) => {
    const body = {
      ...registration,
      email: newEmail(),
      password,
      password_repeat: password,
      [one.field]: one.value,
    };
    expectCode(await portal.visitor().post('/v1/users/register', body), one);
  });

  test.each(named(emailRules))('password request: %s', async (_, one) => {
    expectCode(await portal.visitor().post('/v1/users/password:restore', { email: one.value }), one);
  });

  test.each(named(profileRules))('profile: %s', async (_, one) => {
    const unset = { country: undefined, currency: undefined, tax_number: undefined };
    const customer = await portal.customer(unset);
    const body = { [one.field]: one.value, ...one.beside };
    expectCode(await customer.put('/v1/accounts/profile', body), one);
  });

  test.each(named(supportRules))('support request: %s', async (_, one) => {
    const customer = await portal.customer();
    const body = { subject: 'Calls fail', body: 'Since 08:00', [one.field]: one.value };
    expectCode(await customer.post('/v1/accounts/support', body), one);
  });
});
