import { expect, test } from '@jest/globals';
import { messagesPageSchema } from '@portal/contract/messages';
import { messagesResponse } from '@portal/shared/testing';
import * as v from 'valibot';
import { progressOf } from './message-progress.tsx';

const [delivered] = v.parse(messagesPageSchema, messagesResponse).items;
const message = delivered!;

test('a delivered message has three steps and a delivery time', () => {
  expect(progressOf(message)).toEqual([
    { id: 'created', at: '2026-11-21T06:58:12Z', after_ms: null },
    { id: 'sent', at: '2026-11-21T06:58:12Z', after_ms: null },
    { id: 'outcome', at: '2026-11-21T06:58:15Z', after_ms: 3120 },
  ]);
});

test('the delivery time is calculated when the server does not state it', () => {
  expect(progressOf({ ...message, latency_ms: null }).at(-1)?.after_ms).toBe(3000);
});

test('a pending message waits for the report after it was sent', () => {
  const pending = { ...message, status: 'sent', is_final: false, delivered: null, latency_ms: null };
  expect(progressOf(pending).map(({ id }) => id)).toEqual(['created', 'sent', 'waiting']);
  expect(progressOf({ ...pending, status: 'queued', sent: null }).map(({ id }) => id)).toEqual(['created']);
});

test('a rejected message was not sent', () => {
  const refused = { ...message, status: 'rejected', sent: null, delivered: null, latency_ms: null };
  expect(progressOf(refused).map(({ id }) => id)).toEqual(['created', 'notSent', 'outcome']);
});

test('a received message has one step', () => {
  expect(progressOf({ ...message, direction: 'inbound' }).map(({ id }) => id)).toEqual(['received']);
});
