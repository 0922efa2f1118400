import { expect, test } from '@jest/globals';
import pino from 'pino';
import { testPortal } from '../testing/test-portal.ts';
import { warnOfNewerDatabase } from './migrate.ts';
import { sql } from './sql.ts';

const portal = testPortal();

async function warnings() {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  await warnOfNewerDatabase(portal.database, log);
  return lines.map((line) => JSON.parse(line));
}

test('warns of migrations that this version does not know, and of none otherwise', async () => {
  expect(await warnings()).toEqual([]);
  await portal.superuser.system.run(sql`
    insert into migrations (name, checksum) values ('9999-later.sql', ''), ('9998-late.sql', '')`);
  expect(await warnings()).toMatchObject([{ level: 40, migrations: ['9998-late.sql', '9999-later.sql'] }]);
});
