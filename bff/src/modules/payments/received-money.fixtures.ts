import type { TestPortal } from '../../testing/test-portal.ts';
import { givenBankEntry } from '../bank/bank-entries.fixtures.ts';
import { lockAwaitedPayments } from './awaited-payments.repository.ts';
import { receiveMoney } from './receive-money.ts';

let receipts = 0;

/** Receives a transfer that names the payment, by default the gross amount of a top-up of 100.00. */
export async function givenReceivedMoney(
  portal: Pick<TestPortal, 'database'>,
  number: string,
  amount = '124.00',
  /** Runs while the payment is locked. */
  beforeCommit: () => Promise<void> = async () => undefined,
) {
  receipts += 1;
  return portal.database.asBackground(async (tx) => {
    const [payment] = await lockAwaitedPayments(tx, [number]);
    const id = `${number}-${receipts}`;
    const occurredAt = '2026-11-20T00:00:00Z';
    await givenBankEntry(tx, payment!, { id, amount, occurredAt });
    const event = { eventKey: `bank:${id}`, reason: 'Test', actor: `bank:${number}`, occurredAt };
    const receipt = await receiveMoney(tx, payment!, amount, event);
    await beforeCommit();
    return receipt;
  });
}
