import { describe, expect, test } from '@jest/globals';
import { type StatusFilter, settleChoice, singleStatuses, statusesOf } from './history-filters.tsx';

test('a status with the name of its group cannot be selected alone', () => {
  expect(singleStatuses).toEqual([
    'scheduled',
    'queued',
    'sent',
    'accepted',
    'read',
    'deleted',
    'canceled',
    'unknown',
  ]);
  expect(statusesOf('failed')).toEqual(['deleted', 'canceled', 'failed']);
});

describe('a selection of statuses', () => {
  const cases: [string, StatusFilter[], StatusFilter[], StatusFilter[]][] = [
    ['contains values that do not overlap', ['pending'], ['pending', 'read'], ['pending', 'read']],
    [
      'replaces statuses with their group',
      ['queued', 'read'],
      ['queued', 'read', 'pending'],
      ['read', 'pending'],
    ],
    ['replaces a group with one of its statuses', ['delivered'], ['delivered', 'read'], ['read']],
    ['loses a value that is deselected', ['queued', 'sent'], ['sent'], ['sent']],
  ];
  test.each(cases)('%s', (_name, before, after, settled) => {
    expect(settleChoice(before, after)).toEqual(settled);
  });
});
