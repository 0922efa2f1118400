import { expect, test } from '@jest/globals';
import { describeImport, describeUndo } from './describe-import.ts';
import { nothingRead } from './import-records.ts';
import { nothingUndone } from './undo-records.ts';

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

test('says what an undo has removed, or would, and what it has left', () => {
  const undone = { ...nothingUndone, read: 3, removed: 1, faulty: 2, different: 2, cost: '0.500000' };
  const left = '2 of the faulty records are stored with another time or content, and stay';
  expect(describeUndo(undone, false, 1)).toBe(
    `3 read, 1 removed, 0 not there, 2 faulty (1.0 s)\nGiven back to the balance: 0.500000\n${left}: are the options those of the import?`,
  );
  expect(describeUndo(undone, true, 1)).toContain(
    'Dry run, nothing was removed: 3 read, 1 to remove, 0 not there, 2 faulty (1.0 s)\nWould be given back',
  );
});
