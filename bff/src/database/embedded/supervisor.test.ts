import { EventEmitter } from 'node:events';
import { expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import type { RunningServer } from './process.ts';
import { type ConnectedServer, supervise } from './supervisor.ts';

function connectedServer(): ConnectedServer & { client: EventEmitter } {
  const client = Object.assign(new EventEmitter(), { end: async () => undefined });
  return { server: runningServer(), client: client as EventEmitter & pg.Client };
}

const runningServer = (): RunningServer => ({
  port: 1,
  signal: jest.fn(),
  stop: jest.fn(async () => undefined),
});

test('the last user stops the server that another process has started, also without a connection to it', async () => {
  const first = connectedServer();
  const startedByAnother = runningServer();
  const supervised = supervise(first, {
    restart: async () => Promise.reject(new Error('another process holds the lock')),
    find: async () => startedByAnother,
    leave: () => true,
    isFree: async () => Promise.reject(new Error('the connection has ended')),
    report: () => undefined,
  });
  first.client.emit('end');
  await supervised.stop();
  expect(startedByAnother.stop).toHaveBeenCalled();
});
