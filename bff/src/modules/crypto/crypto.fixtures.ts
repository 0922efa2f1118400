import { sql } from '../../database/sql.ts';
import type { TestCustomer, TestPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';

/** A customer with a service, who pays in the sandbox. */
export async function givenCryptoCustomer(portal: TestPortal) {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  return { customer, service_id };
}

/** Creates a top-up of 100.00, 124.00 with VAT. */
export async function givenCryptoPayment(
  portal: TestPortal,
  { customer, service_id }: { customer: TestCustomer; service_id: string },
  changes: object = {},
) {
  const { status, body } = await customer.post('/v1/finances/payments/crypto', {
    service_id,
    amount: '100.00',
    allow_duplicate: true,
    ...changes,
  });
  if (status !== 201) throw new Error(`no payment: ${status} ${JSON.stringify(body)}`);
  const id: string = body.payment.payment_id;
  const { invoice_id } = await portal.database.system.one<{ invoice_id: string }>(
    sql`select invoice_id from crypto_invoices where payment_id = ${id}`,
  );
  const read = async () => (await customer.get(`/v1/finances/payments/${id}`)).body;
  return {
    id,
    invoice_id,
    created: body,
    read,
    /** Lets something happen in the sandbox, with its webhook, and returns what the customer sees then. */
    act: async (act: string, webhook: object = { webhook: 'yes' }) => {
      const { status } = await submitForm(portal, { invoice_id, act, ...webhook });
      if (status !== 303) throw new Error(`the sandbox answered ${status}`);
      await portal.mails();
      return read();
    },
    states: async () => {
      const rows = await portal.database.system.query<{ state: string }>(sql`
        select concat_ws(' ', status, reason) as state from payment_events where payment_id = ${id} order by event_id`);
      return rows.map(({ state }) => state);
    },
    balance: async () => {
      const { balance } = await portal.database.system.one<{ balance: string }>(
        sql`select balance from services where service_id = ${service_id}`,
      );
      return balance;
    },
  };
}

/** Presses a button of the sandbox's page. */
export async function submitForm(portal: TestPortal, values: Record<string, string>) {
  const response = await portal.app.inject({
    method: 'POST',
    url: '/dev/crypto',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(values).toString(),
  });
  return { status: response.statusCode };
}
