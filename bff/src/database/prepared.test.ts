import { expect, test } from '@jest/globals';
import { givenService } from '../modules/services/services.fixtures.ts';
import { findService, findServices } from '../modules/services/services.repository.ts';
import { connectAsOwner } from '../testing/test-database.ts';
import { testPortal } from '../testing/test-portal.ts';
import { DatabaseUnavailable } from './connections.ts';
import { prepared, sql } from './sql.ts';

const portal = testPortal();

interface Plans {
  name: string;
  plans: number;
}

test('a connection prepares a statement once', async () => {
  const { account_id } = await portal.account();
  await givenService(portal.database, account_id);
  const kept = await portal.database.withAccount(account_id, async (tx) => {
    for (let count = 0; count < 3; count += 1) await findServices(tx, account_id);
    return tx.query<Plans>(sql`
      select name, (generic_plans + custom_plans)::int as plans from pg_prepared_statements where name = 'services'`);
  });
  expect(kept).toEqual([{ name: 'services', plans: expect.any(Number) }]);
  expect(kept[0]?.plans).toBeGreaterThanOrEqual(3);
});

test('a plan that a connection keeps sees the rows of the account whose transaction uses it, and of no other', async () => {
  const accounts = [await portal.account(), await portal.account()];
  const services = await Promise.all(
    accounts.map(({ account_id }) => givenService(portal.database, account_id)),
  );
  // More than the executions after which PostgreSQL may keep one plan for all values.
  for (let turn = 0; turn < 20; turn += 1) {
    const own = turn % 2;
    const id = accounts[own]?.account_id ?? '';
    const seen = await portal.database.withAccount(id, (tx) =>
      // The where clause names the other account: row-level security alone refuses it.
      Promise.all(
        services.map(({ service_id }, owner) =>
          findService(tx, accounts[owner]?.account_id ?? '', service_id),
        ),
      ),
    );
    expect(seen.map((service) => service?.service_id)).toEqual(
      services.map(({ service_id }, owner) => (owner === own ? service_id : undefined)),
    );
  }
});

test('a connection whose prepared statement has another result after a migration is replaced', async () => {
  const owner = await connectAsOwner(portal.database);
  await owner.asBackground((tx) =>
    tx.run(sql`create table changed (id integer); grant select on changed to portal_server`),
  );
  const read = () => portal.database.system.query(prepared('changed', sql`select id from changed`));
  await read();
  await owner.asBackground((tx) => tx.run(sql`alter table changed alter column id type text`));
  await owner.close();
  await expect(read()).rejects.toThrow(DatabaseUnavailable);
  expect(await read()).toEqual([]);
});
