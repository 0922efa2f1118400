import { expect, test } from '@jest/globals';
import pg from 'pg';
import { OperatorError } from '../errors/operator-error.ts';
import { reportOutage } from './outage.ts';

const ofServer = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });
const reported = (cause: Error) => reportOutage(() => Promise.reject(cause)).catch((error: unknown) => error);

test('a command says that the disk of the database is full, and nothing of its address', async () => {
  const cause = ofServer('53100', 'could not extend file "base/1/2": No space left on device');
  const message = `The disk of the database is full (${cause.message}). Free space, then repeat the command.`;
  expect(await reported(cause)).toEqual(expect.objectContaining({ message, cause }));
});

test('a command says that a database that does not respond is unavailable', async () => {
  expect(await reported(new Error('timeout expired'))).toEqual(
    expect.objectContaining({
      message: expect.stringContaining('is unavailable or overloaded (timeout expired)'),
    }),
  );
});

test('what a command says already of an error of the database is not wrapped', async () => {
  const cause = ofServer('53100', 'No space left on device');
  const error = new OperatorError('No backup was made.', { cause });
  expect(await reported(error)).toBe(error);
});
