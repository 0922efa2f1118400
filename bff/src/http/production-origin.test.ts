import { expect, test } from '@jest/globals';
import { productionEnv } from '../config/production.fixtures.ts';
import { testPortal } from '../testing/test-portal.ts';

const portal = testPortal(productionEnv);
const development = testPortal();
const profile = '/v1/accounts/profile';
const publicUrl = productionEnv.PUBLIC_URL;

test('accepts changes from pages of the public address, whatever host the proxy names', async () => {
  const customer = await portal.customer();
  for (const host of ['portal.example', '10.0.0.5:8080', 'evil.example']) {
    const headers = { host, origin: publicUrl, 'sec-fetch-site': 'same-origin' };
    expect((await customer.put(profile, { language: 'de' }, headers)).status).toBe(200);
  }
});

test.each<[string, Record<string, string>]>([
  ['the host of the request', { host: 'evil.example', origin: 'https://evil.example' }],
  ['this machine', { host: 'localhost:8080', origin: 'http://localhost:8080' }],
  ['this machine by number', { host: '127.0.0.1', origin: 'http://127.0.0.1' }],
  ['a forwarded host', { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }],
  ['the public address over http', { host: 'portal.example', origin: 'http://portal.example' }],
  ['another port', { host: 'portal.example:8443', origin: 'https://portal.example:8443' }],
  ['a subdomain', { host: 'a.portal.example', origin: 'https://a.portal.example' }],
  ['nobody', { host: 'portal.example', origin: 'null' }],
])('refuses changes from pages of %s', async (_whose, headers) => {
  const customer = await portal.customer();
  const response = await customer.put(profile, { name: 'Taken Over' }, headers);
  expect(response).toMatchObject({ status: 403, body: { code: 'csrf_failed' } });
});

test('accepts changes from pages of the requested host in development, which has several names', async () => {
  const customer = await development.customer();
  const headers = { host: 'my-machine:4200', origin: 'http://my-machine:4200' };
  expect((await customer.put(profile, { language: 'de' }, headers)).status).toBe(200);
});

test('sets cookies for one host only, whatever host the request names', async () => {
  const { email } = await portal.account();
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  const payload = { email, password: 'Secret1!x' };
  const response = await portal.visitor().post('/v1/users/login', payload, headers);
  for (const cookie of [response.headers['set-cookie']].flat()) {
    expect(cookie).toMatch(/^__Host-\w+=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure/);
    expect(cookie).not.toMatch(/domain=/i);
  }
});

test('names the public address in its API description', async () => {
  const { body } = await portal.visitor().get('/openapi.json', { host: 'evil.example' });
  expect(body.servers).toEqual([{ url: publicUrl }]);
});
