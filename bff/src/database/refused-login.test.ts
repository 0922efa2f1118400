import { expect, test } from '@jest/globals';
import { OperatorError } from '../errors/operator-error.ts';
import { connect } from './database.ts';
import { sql } from './sql.ts';

function refusal(change: (url: URL) => void): Promise<unknown> {
  const url = new URL(process.env.PORTAL_TEST_DATABASE ?? '');
  change(url);
  const database = connect({ url: url.href, poolSize: 1, timeoutSeconds: 30 });
  return database.system
    .query(sql`select 1`)
    .catch((error: unknown) => error)
    .finally(() => database.close());
}

test.each([
  [
    'a wrong password',
    (url: URL) => Object.assign(url, { password: 'wrong' }),
    'refuses the user or the password',
  ],
  [
    'a database that does not exist',
    (url: URL) => Object.assign(url, { pathname: '/nowhere' }),
    'no database of that name',
  ],
])('%s is an error for the operator, not an outage that is waited for', async (_case, change, message) => {
  const error = await refusal(change);
  expect(error).toBeInstanceOf(OperatorError);
  expect(error).toHaveProperty('message', expect.stringContaining(message));
});
