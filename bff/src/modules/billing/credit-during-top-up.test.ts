import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { performOnce } from '../../staff/staff-action.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { credit } from './book-payment.ts';

const portal = testPortal();

test('a credit for a service that is being topped up waits, and neither fails', async () => {
  const client = await portal.customer();
  const { service_id } = await givenService(portal.database, client.account.account_id);
  const given = { service: service_id, amount: '5.00' };
  const action = {
    key: 'T-1',
    command: 'billing credit',
    actor: 'staff:anna',
    reason: 'Ticket 7',
    arguments: given,
  };

  const topUp = (amount: string) => client.post('/v1/finances/payments/invoices', { service_id, amount });
  await topUp('50.00');

  const { toppingUp, crediting } = await portal.superuser.asBackground(async (tx) => {
    // The top-up has locked its account and waits for a number; the credit has locked the service and waits for the account.
    await tx.run(sql`select from document_counters where kind = 'PF' for update`);
    const toppingUp = topUp('100.00');
    await queued(portal.database, 1);
    const crediting = performOnce(
      portal.context,
      action,
      (own) => credit.act(own, action, given, portal.context as never),
      {
        isDryRun: false,
      },
    ).catch((error: unknown) => error);
    await queued(portal.database, 2);
    return { toppingUp, crediting };
  });

  expect((await toppingUp).status).toBe(201);
  expect(await crediting).toMatchObject({ result: { changed: { credited: '5.00' } } });
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
