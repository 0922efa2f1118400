// Attacks the ledger with the server's own login and in a customer's transaction, posts 100,000 random postings from parallel
// connections, and lets 50 debits race for a balance that covers some of them.
import type { Pool } from 'pg';
import { withBff } from '../harness/bff.ts';
import { addCustomer, addService, must } from '../harness/bff-customer.ts';
import { untilQuiet } from '../harness/database-state.ts';
import { reportCases, tryCase } from '../harness/report.ts';
import { tableStates } from '../recovery/database-copy.ts';
import { attack, tryInserts } from './ledger-attacks.ts';
import { connectAsServer, entryOf, insertEntries, inTransaction, type Ledger } from './ledger-client.ts';
import { parallel, postRandomly, raceForBalance, randomPostings } from './random-postings.ts';
import { refusedToCustomer, refusedToServer } from './refused-statements.ts';

await withBff(
  async (bff) => {
    const server = await connectAsServer(bff.dataFolder);
    try {
      const ledger = await prepare(bff.url, bff.database);
      await untilQuiet(bff.database);
      const before = await moneyStates(bff.database);
      const attacks = await attack(server, ledger);
      const untouched = await tryCase('the attacks have changed no table of money', async (problems) => {
        const after = await moneyStates(bff.database);
        problems.push(...Object.keys(before).filter((table) => before[table] !== after[table]));
      });
      const inserts = await tryInserts(server, ledger);
      const random = await postRandomly(server, bff.database, ledger);
      const race = await raceForBalance(server, bff.database, ledger);
      reportCases(
        'ledger-rules',
        [...attacks, untouched, ...inserts, random, race],
        [
          `${refusedToServer.length} statements as portal_server, ${refusedToCustomer.length} as portal_app; target: all refused`,
          `${randomPostings} postings from ${parallel} connections, compared after every batch; target: sums of zero, no balance differs`,
        ],
      );
    } finally {
      await server.end();
    }
  },
  { RATE_LIMIT_FACTOR: '1000' },
);

/** Registers customers with two services each. One has a pending payment, so that statements on payments have a row. */
async function prepare(url: string, database: Pool): Promise<Ledger> {
  let accountId = '';
  for (let count = 0; count < 3; count += 1) {
    const { client, email } = await addCustomer(url);
    const service_id = await addService(client, 'voicing');
    await addService(client, 'messaging');
    await must(client, 'POST', '/v1/finances/payments/invoices', { service_id, amount: '50.00' });
    const { rows } = await database.query('select account_id from accounts where email = $1', [email]);
    accountId = rows[0].account_id;
  }
  const idsWhere = async (condition: string): Promise<number[]> => {
    const query = `select ledger_account_id::int as id from ledger_accounts where ${condition} order by 1`;
    return (await database.query(query)).rows.map(({ id }) => id);
  };
  const balances = await idsWhere('account_id is not null');
  const provider = await idsWhere("account_id is null and currency = 'eur'");
  const [dollars = 0] = await idsWhere("account_id is null and currency = 'usd'");
  const ledger = { accountId, balances, provider, dollars };
  await inTransaction(database, (client) => insertEntries(client, [entryOf(ledger, 'first', '100')]));
  return ledger;
}

async function moneyStates(database: Pool): Promise<Record<string, string>> {
  const states = await tableStates(database);
  const tables = [
    'services',
    'payments',
    'payment_entries',
    'monthly_vat_invoices',
    'ledger_accounts',
    'postings',
  ];
  const others = ['journal_entries', 'usage_batches', 'document_counters', 'migrations', 'accounts'];
  return Object.fromEntries([...tables, ...others].map((name) => [name, states[name] ?? 'missing']));
}
