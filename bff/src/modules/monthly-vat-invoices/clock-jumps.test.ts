import { afterEach, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { closeMonths } from './close-months.ts';
import { closingFixtures } from './closing.fixtures.ts';

const portal = testPortal();
const { givenOpenService } = closingFixtures(portal);

afterEach(async () => {
  const { system } = portal.superuser;
  await system.run(sql`drop trigger clock_jumps on month_closings`);
  await system.run(sql`drop function clock_jumps`);
  await system.run(sql`delete from clock_watch`);
});

test('no further month is closed when the clock jumps ahead in the middle', async () => {
  const { system } = portal.superuser;
  for (let count = 0; count < 2; count += 1) await givenOpenService('usage');
  // To the portal, it has jumped ahead by years with the first closing.
  await system.run(sql`
    create function clock_jumps() returns trigger language plpgsql security definer as $$
    begin
      update clock_watch set believed = '2024-06-01', lived = '2024-06-01';
      return null;
    end
    $$`);
  await system.run(sql`
    create trigger clock_jumps after insert on month_closings for each statement execute function clock_jumps()`);
  const results = await closeMonths(portal.context);
  expect(results.filter(({ result }) => result !== 'failed')).toHaveLength(1);
  const reasons = results.flatMap((closed) => (closed.result === 'failed' ? [closed.reason] : []));
  expect(reasons).toEqual([
    expect.stringContaining('confirm-clock'),
    expect.stringContaining('confirm-clock'),
  ]);
});
