import { sql } from '../../database/sql.ts';
import type { TestPortal } from '../../testing/test-portal.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { givenTopUp, givenUsage } from '../monthly-vat-invoices/closings.fixtures.ts';
import { givenService } from '../services/services.fixtures.ts';
import { turnOn } from '../two-factor/two-factor.fixtures.ts';
import { createWebhook, recordBalanceLow } from '../webhooks/webhooks.fixtures.ts';

/** What of the person and their settings must be nowhere after the account is erased. */
export const traces = [
  'Ada Lovelace',
  'Analytical Engines',
  '+37255512399',
  '+37255512377',
  'Secret Street 1',
  'EE100000010',
  'moonlight',
];

/** A customer with every setting, whose used month is paid and invoiced. Everything about them contains `moonlight`, or a trace. */
export async function givenSettledCustomer(
  portal: TestPortal,
  { email = 'ada.moonlight@example.com', paid = '1.24' } = {},
) {
  const client = await portal.customer({
    ...{ email, name: 'Ada Lovelace', company: 'Analytical Engines', phone: '+37255512377' },
    address: 'Secret Street 1',
  });
  const { account_id } = client.account;
  const { service_id } = await givenService(portal.database, account_id, { vatOn: 'usage' });
  const owner = { account_id, service_id };
  await portal.superuser.system.run(
    sql`update services set created = '2026-09-15T08:00:00Z' where account_id = ${account_id}`,
  );
  await givenTopUp(portal, owner, paid, '0', '2026-09-20T08:00:00Z');
  await givenUsage(portal, owner, 'b1', [{ started: '2026-09-21T08:00:00Z', price: '1' }]);
  await closeMonths(portal.context, { lastMonth: '2026-10' });

  const { status, body } = await client.put('/v1/accounts/profile', { phone: '37255512399' });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await client.post('/v1/accounts/saved-views', {
    ...{ kind: 'calls', name: 'moonlight', query: {}, columns: ['number_to'] },
  });
  await client.post('/v1/accounts/support', { subject: 'About moonlight', body: 'Text about moonlight' });
  await client.post('/v1/accounts/exports', {
    ...{
      kind: 'calls',
      service_id,
      format: 'csv',
      query: { start_date: '2026-10-01', end_date: '2026-10-31' },
    },
  });
  await createWebhook(client, 'https://moonlight.example/hook', ['balance.low']);
  await recordBalanceLow(portal, account_id, 'moonlight');
  const twoFactor = await turnOn(client);
  await portal.superuser.system.run(sql`
    insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status, setup_price, monthly_price, currency,
      rented_at, label, routing)
    values (${account_id}, ${`num_${account_id}`}, ${service_id}, '+37260011111', 'ee', 'local', '{}', 'expired', 0, 1, 'eur', now(),
      'moonlight', '{"type": "forward", "target": "+37255512399"}')`);
  await portal.superuser.system.run(sql`
    update services set threshold_enabled = true, threshold_amount = 5 where account_id = ${account_id}`);
  // Mails the links of what was changed, which then expire.
  await portal.mails();
  await portal.superuser.system.run(
    sql`update one_time_tokens set expires_at = now() where account_id = ${account_id}`,
  );
  return { client, email, twoFactor, ...owner };
}
