import { afterAll, expect, it } from '@jest/globals';
import { login } from '@portal/contract/login';
import { confirm } from '@portal/contract/registration';
import { request } from '../api/index.ts';
import { i18n } from '../i18n/index.ts';
import { reply } from './reply.ts';
import { profileResponse } from './responses.fixtures.ts';
import { server, takeFaults } from './server.ts';
import { showLanguage } from './test-language.ts';

const logIn = () => request(login, { body: { email: 'a@b.cd', password: 'x' } });

afterAll(() => i18n.changeLanguage('en'));

it('a reply that breaks the contract fails the test', async () => {
  server.use(reply(login, { ...profileResponse, success: 'yes' } as never));
  await expect(logIn()).rejects.toThrow();
  expect(takeFaults()).toMatchObject([
    { message: expect.stringContaining('The reply to POST /v1/users/login breaks the contract') },
  ]);
});

it('a request that breaks the contract fails the test', async () => {
  server.use(reply(login));
  await expect(request(login, { body: {} } as never)).rejects.toThrow();
  expect(takeFaults()).toMatchObject([{ message: expect.stringContaining('email_required') }]);
});

it('a request without a handler fails the test', async () => {
  await expect(request(confirm, { body: {} })).rejects.toThrow();
  expect(takeFaults()).toMatchObject([{ message: 'No handler for POST http://localhost/v1/users/confirm' }]);
});

it('a text that is missing fails the test', () => {
  showLanguage('en');
  expect(() => (i18n.t as (key: string) => string)('common:not.there')).toThrow(
    'No text for common:not.there in en',
  );
});
