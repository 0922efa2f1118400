import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenBalance, sampleCredit } from './ledger.fixtures.ts';
import {
  EntryConflict,
  InsufficientBalance,
  type NewEntry,
  type ProviderAccount,
  postEntry,
} from './post-entry.ts';

const portal = testPortal();

async function service(balance = '0') {
  const { account_id } = await portal.account();
  const { service_id } = await givenService(portal.database, account_id, { balance });
  return { account_id, service_id };
}

const post = (entry: NewEntry, options?: { refuseOverdraft: boolean }) =>
  portal.database.asBackground((tx) => postEntry(tx, entry, options));

async function balanceOf({ service_id }: { service_id: string }): Promise<string> {
  const row = await portal.database.system.one<{ balance: string }>(
    sql`select balance from services where service_id = ${service_id}`,
  );
  return row.balance;
}

/** The sum of a service's postings. */
async function posted({ service_id }: { service_id: string }): Promise<string> {
  const row = await portal.database.system.one<{ sum: string }>(sql`
    select coalesce(sum(amount), 0)::numeric(20, 6) as sum from postings join ledger_accounts using (ledger_account_id)
    where service_id = ${service_id}`);
  return row.sum;
}

test('changes the balance and the time of its last change in the same transaction', async () => {
  const owner = await service();
  const before = await portal.database.system.one<{ balance_updated: string }>(
    sql`select balance_updated from services where service_id = ${owner.service_id}`,
  );
  await portal.database.asBackground(async (tx) => {
    await postEntry(tx, sampleCredit(owner, '12.345678'));
    const row = await tx.one<{ balance: string; balance_updated: string }>(
      sql`select balance, balance_updated from services where service_id = ${owner.service_id}`,
    );
    expect(row.balance).toBe('12.345678');
    expect(row.balance_updated > before.balance_updated).toBe(true);
  });
});

test('the time of the last change is that of the change, whenever its transaction began or had to wait', async () => {
  const owner = await service();
  const isAfter = async (moment: string) =>
    portal.database.system.one<{ after: boolean }>(sql`
      select balance_updated > ${moment} as after from services where service_id = ${owner.service_id}`);
  const between = await portal.database.asBackground(async (tx) => {
    await post(sampleCredit(owner, '2'));
    const { moment } = await tx.one<{ moment: string }>(sql`
      select balance_updated::text as moment from services where service_id = ${owner.service_id}`);
    await postEntry(tx, sampleCredit(owner, '1'));
    return moment;
  });
  expect(await isAfter(between)).toEqual({ after: true });
  const { waiting, end } = await portal.database.asBackground(async (tx) => {
    await tx.run(sql`select from services where service_id = ${owner.service_id} for no key update`);
    const posting = post(sampleCredit(owner, '3'));
    await queued(portal.database, 1);
    const { moment } = await tx.one<{ moment: string }>(sql`select clock_timestamp()::text as moment`);
    return { waiting: posting, end: moment };
  });
  await waiting;
  expect(await isAfter(end)).toEqual({ after: true });
});

test('numbers the entries of a service in the order in which they change its balance', async () => {
  const owner = await service();
  const order = async () => {
    const rows = await portal.database.system.query<{ amount: string }>(sql`
      select trim_scale(amount)::text as amount from postings join ledger_accounts using (ledger_account_id)
      where service_id = ${owner.service_id} order by entry_id`);
    return rows.map(({ amount }) => amount);
  };
  const second = await portal.database.asBackground(async (tx) => {
    // As a closing does, which posts to the service after a while.
    await tx.run(sql`select from services where service_id = ${owner.service_id} for no key update`);
    const waiting = post(sampleCredit(owner, '2'));
    await queued(portal.database, 1);
    await postEntry(tx, sampleCredit(owner, '1'));
    return { waiting };
  });
  await second.waiting;
  expect(await order()).toEqual(['1', '2']);
});

test('returns the first entry when an event is posted again with the same content', async () => {
  const owner = await service();
  const entry = sampleCredit(owner, '5');
  const first = await post(entry);
  const again = await post({ ...entry, postings: entry.postings.toReversed() });
  expect([first.isNew, again]).toEqual([true, { entry_id: first.entry_id, isNew: false }]);
  expect(await balanceOf(owner)).toBe('5.000000');
});

test('refuses another content for an event that was posted', async () => {
  const [owner, other] = [await service(), await service()];
  const entry = sampleCredit(owner, '5');
  await post(entry);
  const { postings } = sampleCredit(owner, '6');
  const changes: Partial<NewEntry>[] = [
    { postings },
    { postings: sampleCredit(other, '5').postings },
    { reason: 'Another' },
    { actor: 'staff:other' },
    { kind: 'adjustment' },
    { occurredAt: '2026-11-21T07:30:00.000001Z' },
  ];
  for (const change of changes) await expect(post({ ...entry, ...change })).rejects.toThrow(EntryConflict);
  expect([await balanceOf(owner), await balanceOf(other)]).toEqual(['5.000000', '0.000000']);
});

test('posts an event once when it arrives many times at the same moment', async () => {
  const owner = await service();
  const entry = sampleCredit(owner, '5');
  const entries = await Promise.all(Array.from({ length: 12 }, () => post(entry)));
  expect(entries.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(entries.map(({ entry_id }) => entry_id)).size).toBe(1);
  expect(await balanceOf(owner)).toBe('5.000000');
});

test('refuses unbalanced entries, fractions of a millionth and unknown accounts', async () => {
  const owner = await service();
  const [credit] = sampleCredit(owner, '5').postings;
  const usd = { account: 'credits', currency: 'usd', amount: '-5' } as const;
  const refused = (postings: NewEntry['postings']) => post(sampleCredit(owner, '5', { postings }));
  await expect(refused([credit!])).rejects.toThrow('not balanced: 5.000000 eur');
  await expect(refused([credit!, usd])).rejects.toThrow('not balanced');
  await expect(post(sampleCredit(owner, '0.0000001'))).rejects.toThrow('more than six decimals');
  await expect(post(sampleCredit({ ...owner, service_id: 'svc_vo_none' }, '5'))).rejects.toThrow(
    'names an account that the ledger does not have',
  );
  const dollars = { account: owner, currency: 'usd', amount: '5' } as const;
  await expect(refused([dollars, usd])).rejects.toThrow('names an account');
  expect(await balanceOf(owner)).toBe('0.000000');
});

test('lets exactly the affordable number of parallel debits succeed', async () => {
  const owner = await service('70');
  const debits = Array.from({ length: 50 }, () =>
    post(sampleCredit(owner, '-10'), { refuseOverdraft: true }),
  );
  const results = await Promise.allSettled(debits);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refusals).toHaveLength(43);
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(InsufficientBalance);
  expect(await balanceOf(owner)).toBe('0.000000');
});

test('debits and credits change the low-balance alert', async () => {
  const owner = await service('50');
  await portal.database.system.run(sql`
    update services set threshold_enabled = true, threshold_amount = 20 where service_id = ${owner.service_id}`);
  const state = () =>
    portal.database.system.one(
      sql`select threshold_state from services where service_id = ${owner.service_id}`,
    );
  await givenBalance(portal.database, owner, '19.999999');
  expect(await state()).toEqual({ threshold_state: 'triggered' });
  await givenBalance(portal.database, owner, '20');
  expect(await state()).toEqual({ threshold_state: 'armed' });
});

test('random entries sum to zero, and balances stay the sums of their postings', async () => {
  const owners = [await service(), await service(), await service()];
  const accounts: readonly ProviderAccount[] = ['incoming_bank', 'usage_revenue', 'vat', 'credits'];
  const amount = fc
    .bigInt({ min: -9_000_000_000n, max: 9_000_000_000n })
    .map((n) => new Big(String(n)).div(1e6).toFixed(6));
  const entries = fc.record({
    owner: fc.constantFrom(...owners),
    account: fc.constantFrom(...accounts),
    amount,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(entries, { minLength: 1, maxLength: 20 }), async (batch) => {
      await portal.database.asBackground(async (tx) => {
        for (const { owner, account, amount: credited } of batch.filter(
          (entry) => Number(entry.amount) !== 0,
        )) {
          const debited = new Big(credited).times(-1).toFixed(6);
          const postings = [
            { account: owner, currency: 'eur', amount: credited },
            { account, currency: 'eur', amount: debited },
          ] as const;
          await postEntry(tx, sampleCredit(owner, credited, { postings }));
        }
      });
      for (const owner of owners) expect(await balanceOf(owner)).toBe(await posted(owner));
      expect(
        await portal.database.system.query(
          sql`select currency from postings group by currency having sum(amount) <> 0`,
        ),
      ).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
