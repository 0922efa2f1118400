import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();
const support = '/v1/accounts/support';
const request = { subject: 'Call failed', body: 'Calls to +49 30 fail\nsince 08:00', category: 'voicing' };

test('numbers a request, mails it to the staff and confirms it to the customer', async () => {
  const client = await portal.customer();
  const { email } = client.account;
  const response = await client.post(support, {
    ...request,
    context: { route: '/voicing/cdr', row_id: 'cdr_1' },
  });
  expect(response).toMatchObject({
    status: 201,
    body: {
      success: true,
      ticket: { subject: 'Call failed', status: 'open', category: 'voicing', reply_to: email },
    },
  });
  const { number } = response.body.ticket;
  const mails = await portal.mails();
  const toStaff = mails.find(({ to }) => to === 'support@dalat.example');
  expect(toStaff?.subject).toBe(`[${number}] Call failed`);
  expect(toStaff?.text).toContain('since 08:00');
  // Nothing that a customer writes stands before the facts.
  expect(toStaff?.text).toMatch(/^customer: .*\n(?:\w+: .*\n)*route: \/voicing\/cdr\n/);
  expect(mails.find(({ to }) => to === email)?.subject).toContain(number);
});

test('has one effect for the same key and repeats its response', async () => {
  const client = await portal.customer();
  const key = { 'idempotency-key': '0f8fad5b-d9cb-469f-a165-70867728950e' };
  const first = await client.post(support, request, key);
  const again = await client.post(support, request, key);
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  const other = await client.post(support, { ...request, subject: 'Other' }, key);
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  const somebody = await portal.customer();
  expect((await somebody.post(support, request, key)).body.ticket.number).not.toBe(first.body.ticket.number);
});

test('has one effect for twenty parallel requests with one key', async () => {
  const client = await portal.customer();
  const key = { 'idempotency-key': 'at-the-same-time' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(support, request, key)));
  const numbers = new Set(
    answers.filter(({ status }) => status === 201).map(({ body }) => body.ticket.number),
  );
  expect(numbers.size).toBe(1);
  const others = answers.filter(({ status }) => status !== 201);
  expect(others.every(({ status, body }) => status === 409 && body.code === 'idempotency_in_flight')).toBe(
    true,
  );
});

test('a refused request does not use up its key', async () => {
  const client = await portal.customer();
  const key = { 'idempotency-key': 'corrected-afterwards' };
  const refused = await client.post(support, { ...request, subject: '' }, key);
  expect(refused.body.errors).toMatchObject([
    { field: 'subject', code: 'subject_required', message: 'Text is required' },
  ]);
  expect((await client.post(support, request, key)).status).toBe(201);
});

test("a service is the customer's own, or there is none of that name", async () => {
  const client = await portal.customer();
  const other = await portal.customer();
  const { service } = (await other.post('/v1/services', { type: 'voicing' })).body;
  const foreign = await client.post(support, { ...request, service_id: service.service_id });
  expect(foreign).toMatchObject({ status: 404, body: { code: 'service_not_found' } });
  const own = await other.post(support, { ...request, service_id: service.service_id });
  expect(own).toMatchObject({ status: 201, body: { ticket: { service_id: service.service_id } } });
});
