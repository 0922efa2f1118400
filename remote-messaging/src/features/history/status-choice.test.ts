import { describe, expect, test } from '@jest/globals';
import { type StatusFilter, settleChoice, singleStatuses, statusesOf } from './status-choice.ts';

test('a status that bears its group’s name cannot be chosen apart from the group', () => {
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

describe('a choice of statuses', () => {
  const cases: [string, StatusFilter[], StatusFilter[], StatusFilter[]][] = [
    ['keeps what does not overlap', ['pending'], ['pending', 'read'], ['pending', 'read']],
    [
      'gives up statuses for their group',
      ['queued', 'read'],
      ['queued', 'read', 'pending'],
      ['read', 'pending'],
    ],
    ['gives up a group for one of its statuses', ['delivered'], ['delivered', 'read'], ['read']],
    ['lets go of what is taken back', ['queued', 'sent'], ['sent'], ['sent']],
  ];
  test.each(cases)('%s', (_name, before, after, settled) => {
    expect(settleChoice(before, after)).toEqual(settled);
  });
});
