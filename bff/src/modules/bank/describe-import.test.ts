import { expect, test } from '@jest/globals';
import { describeImport } from './describe-import.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';

test('a terminal obeys nothing that a file contains, warnings and reasons included', () => {
  const count = '<TxsSummry><TtlNtries><NbOfNtries>7\u009b2J\u202eY</NbOfNtries></TtlNtries></TxsSummry>';
  const [statement] = readStatements(sampleStatement([{ amount: '10' }], { id: 'S\u009d', balances: count }));
  const [entry] = statement!.entries;
  const failed = { entry: entry!, result: 'failed', error: new Error('bad\u009b') } as const;
  const text = describeImport(statement!, [failed, { entry: entry!, result: 'skipped' }], false);
  expect(text).toContain('Warning: it states 7?2J?Y entries and has 1');
  expect(text).toContain('1 failed, 1 skipped');
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
});
