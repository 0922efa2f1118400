import { beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPassword, testPortal } from '../../testing/test-portal.ts';
import { createWebhook, stepUp, webhooksUrl } from './webhooks.fixtures.ts';

const portal = testPortal();
const strictPortal = testPortal({ WEBHOOK_TARGETS: 'public' });
let customer: TestCustomer;

beforeEach(async () => {
  customer = await portal.customer();
});

const accounting = {
  url: 'https://hooks.example.com/portal?key=1',
  description: '  For \n accounting ',
  events: ['payment.credited', 'invoice.issued'],
  ...stepUp,
};
const create = (changes: object = {}, by = customer) => by.post(webhooksUrl, { ...accounting, ...changes });
const listed = async (by = customer) => (await by.get(webhooksUrl)).body.webhooks;

describe('webhooks', () => {
  test('are created after the password; the secret is shown once and stored encrypted', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    const webhook = {
      webhook_id: expect.stringMatching(/^whk_[0-9a-f]{32}$/),
      url: accounting.url,
      description: 'For accounting',
      events: accounting.events,
      status: 'active',
      created: expect.any(String),
      failing_since: null,
      previous_secret_until: null,
    };
    expect(body).toEqual({
      success: true,
      webhook,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect(await listed()).toEqual([webhook]);
    const stored = await portal.database.system.query(sql`select * from webhooks`);
    expect(JSON.stringify(stored)).not.toContain(body.secret.slice(6, 30));
    const [mail] = (await portal.mails()).filter(({ to }) => to === customer.account.email);
    expect(mail).toMatchObject({ subject: 'A webhook sends to hooks.example.com' });
    expect(mail?.text).not.toContain('key=1');
  });

  test.each([
    [{ url: '' }, 'url', 'field_required'],
    [{ url: 'hooks.example.com' }, 'url', 'webhook_url_invalid'],
    [{ url: 'ftp://hooks.example.com/' }, 'url', 'webhook_url_invalid'],
    [{ url: 'https://user:secret@hooks.example.com/' }, 'url', 'webhook_url_invalid'],
    [{ url: 'https://hooks.example.com/#part' }, 'url', 'webhook_url_invalid'],
    [{ url: `https://hooks.example.com/${'x'.repeat(1000)}` }, 'url', 'webhook_url_invalid'],
    [{ events: [] }, 'events', 'field_required'],
    [{ events: ['payment.credited', 'payment.credited'] }, 'events', 'field_invalid'],
    [{ events: ['everything'] }, 'events.0', 'field_invalid'],
    [{ description: 'x'.repeat(101) }, 'description', 'field_invalid'],
    [{ current_password: '' }, 'current_password', 'current_password_required'],
    [{ current_password: 'Wrong1!xx' }, 'current_password', 'current_password_wrong'],
  ])('%j is refused', async (changes, field, code) => {
    const { status, body } = await create(changes);
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ field, code }] });
    expect(await listed()).toEqual([]);
  });

  test.each([
    'http://hooks.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://database.internal/',
    'https://server/',
  ])('outside of development, %s is refused', async (url) => {
    const client = await strictPortal.customer();
    const { body } = await create({ url }, client);
    expect(body.errors).toMatchObject([{ field: 'url', code: 'webhook_url_invalid' }]);
    expect((await create({}, client)).status).toBe(201);
  });

  test('are five at most, also when they are created at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 7 }, () => create()));
    const refused = responses.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.body).toMatchObject({ code: 'too_many_webhooks', params: { max: 5 } });
    expect(await listed()).toHaveLength(5);
  });

  test('are changed after the password, and the owner is mailed a new address', async () => {
    const { path } = await createWebhook(customer, accounting.url);
    const changed = { ...accounting, url: 'https://other.example.com/', events: ['balance.low'] };
    expect((await customer.put(path, { ...changed, current_password: 'Wrong1!xx' })).status).toBe(422);
    expect((await customer.put(path, changed)).body.webhook).toMatchObject({
      url: 'https://other.example.com/',
      events: ['balance.low'],
    });
    await customer.put(path, { ...changed, description: 'Same address' });
    const subjects = (await portal.mails()).filter(({ to }) => to === customer.account.email);
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'A webhook sends to other.example.com',
      'A webhook sends to hooks.example.com',
    ]);
  });

  test('are paused and resumed, each any number of times', async () => {
    const { path } = await createWebhook(customer, accounting.url);
    const statuses: string[] = [];
    for (const action of ['pause', 'pause', 'resume', 'resume'])
      statuses.push((await customer.post(`${path}:${action}`, {})).body.webhook.status);
    expect(statuses).toEqual(['paused', 'paused', 'active', 'active']);
  });

  test('get a new secret, about which the owner is mailed; the one before remains valid for a day', async () => {
    const { path, secret } = await createWebhook(customer, accounting.url);
    const { body } = await customer.post(`${path}:rotate-secret`, stepUp);
    expect(body.secret).not.toBe(secret);
    const until = Date.parse(body.webhook.previous_secret_until) - Date.now();
    expect(until / 3_600_000).toBeCloseTo(24, 1);
    const [mail] = (await portal.mails()).filter(({ to }) => to === customer.account.email);
    expect(mail).toMatchObject({
      subject: 'The secret of your webhook has been replaced',
      text: expect.stringContaining('sends to hooks.example.com'),
    });
    expect(mail?.text).not.toContain('key=1');
    expect((await customer.post(`${path}:rotate-secret`, { current_password: 'Wrong1!xx' })).status).toBe(
      422,
    );
  });

  test('are deleted after the password, once', async () => {
    const { path, webhook_id } = await createWebhook(customer, accounting.url);
    await customer.post(`${path}:test`, {});
    expect((await customer.post(`${path}:delete`, { current_password: 'Wrong1!xx' })).status).toBe(422);
    expect((await customer.post(`${path}:delete`, stepUp)).body).toEqual({ success: true, webhook_id });
    expect((await customer.post(`${path}:delete`, stepUp)).status).toBe(404);
    expect(await listed()).toEqual([]);
  });

  test('belong to their account, and end with it', async () => {
    const { path } = await createWebhook(customer, accounting.url);
    const { delivery } = (await customer.post(`${path}:test`, {})).body;
    const stranger = await portal.customer();
    const refused = [
      await stranger.put(path, accounting),
      await stranger.post(`${path}:pause`, {}),
      await stranger.post(`${path}:resume`, {}),
      await stranger.post(`${path}:rotate-secret`, stepUp),
      await stranger.post(`${path}:delete`, stepUp),
      await stranger.post(`${path}:test`, {}),
      await stranger.get(`${path}/deliveries`),
      await stranger.get(`${path}/deliveries/${delivery.delivery_id}`),
      await stranger.post(`${path}/deliveries/${delivery.delivery_id}:replay`, {}),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    const own = await createWebhook(stranger, accounting.url);
    const mixed = `${own.path}/deliveries/${delivery.delivery_id}`;
    expect((await stranger.get(mixed)).status).toBe(404);
    expect((await stranger.post(`${mixed}:replay`, {})).status).toBe(404);
    const { account_id } = customer.account;
    await portal.superuser.system.run(sql`delete from accounts where account_id = ${account_id}`);
    const left = await portal.superuser.system.query(sql`
      select account_id from webhooks where account_id = ${account_id}
      union all select account_id from webhook_events where account_id = ${account_id}
      union all select account_id from webhook_deliveries where account_id = ${account_id}`);
    expect(left).toEqual([]);
    expect(await listed(stranger)).toHaveLength(1);
  });

  test('return 401 without a session', async () => {
    const visitor = portal.visitor();
    expect((await visitor.get(webhooksUrl)).status).toBe(401);
    expect((await visitor.post(webhooksUrl, { ...accounting, current_password: testPassword })).status).toBe(
      401,
    );
  });
});
