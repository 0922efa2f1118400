import { expect, test } from '@jest/globals';
import { describeImport } from './describe-import.ts';
import { nothingRead } from './import-records.ts';

const summary = { ...nothingRead, read: 2, imported: 2, timezone: 'Europe/Tallinn' };

test('shows the first and last time by the clock of the account, with its offset then', () => {
  const times = { first: '2026-10-24T20:59:59.000Z', last: '2026-10-25T22:30:00.000Z' };
  for (const isDryRun of [true, false])
    expect(describeImport({ ...summary, ...times }, isDryRun, 1)).toContain(
      '\nFirst record 2026-10-24 23:59:59 +03:00, last 2026-10-26 00:30:00 +02:00, by the clock of the account (Europe/Tallinn)',
    );
});

test('shows no times when nothing could be read', () => {
  expect(describeImport(summary, true, 1)).not.toContain('First record');
});
