import { expect, test } from '@jest/globals';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();

test('the right password opens a session', async () => {
  const { email } = await portal.account();
  const client = portal.visitor();
  const answer = await client.post('/v1/users/login', { email, password: testPassword });
  expect(answer).toMatchObject({ status: 200, body: { success: true, next: 'welcome', language: 'en', dpu: null } });
  expect(answer.headers['set-cookie']).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await client.post('/v1/accounts/access:verify')).body).toMatchObject({ success: true, dpu_required: false });
});
