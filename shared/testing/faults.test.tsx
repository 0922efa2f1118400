import { afterAll, expect, it } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import { api } from '../api/index.ts';
import { i18n } from '../i18n/index.ts';
import { profileAnswer } from './call-answers.fixtures.ts';
import { reply } from './reply.ts';
import { server, takeFaults } from './server.ts';
import { showLanguage } from './test-language.ts';

const logIn = () =>
  api.post('v1/users/login', { body: { email: 'a@b.cd', password: 'x' } }).json(calls.login.response);

afterAll(() => i18n.changeLanguage('en'));

it('a reply that breaks the contract fails the test', async () => {
  server.use(reply('login', { ...profileAnswer, success: 'yes' } as never));
  await expect(logIn()).rejects.toThrow();
  expect(takeFaults()).toMatchObject([
    { message: expect.stringContaining('The reply to login breaks the contract') },
  ]);
});

it('a request that breaks the contract fails the test', async () => {
  server.use(reply('login'));
  await expect(api.post('v1/users/login', { body: {} }).json(calls.login.response)).rejects.toThrow();
  expect(takeFaults()).toMatchObject([{ message: expect.stringContaining('email_required') }]);
});

it('a call that nobody answers fails the test', async () => {
  await expect(api.post('v1/users/confirm', { body: {} }).json(calls.confirm.response)).rejects.toThrow();
  expect(takeFaults()).toMatchObject([{ message: 'No handler for POST http://localhost/v1/users/confirm' }]);
});

it('a text that is missing fails the test', () => {
  showLanguage('en');
  expect(() => (i18n.t as (key: string) => string)('common:not.there')).toThrow(
    'No text for common:not.there in en',
  );
});
