import { expect, test } from '@jest/globals';
import { paths } from './paths.ts';

test('builds URLs with encoded filters', () => {
  expect(paths.report()).toBe('/messaging/report');
  expect(paths.history()).toBe('/messaging/history');
  expect(paths.history({ filter: '+372555', status: 'pending,read', start_date: undefined })).toBe(
    '/messaging/history?filter=%2B372555&status=pending%2Cread',
  );
});
