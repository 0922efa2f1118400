import type { Message } from '@portal/contract/messages';

/** A step of a message's way. `at` is null where nobody told the moment. */
export type ProgressStep =
  | { id: 'created' | 'sent' | 'received'; at: string; after_ms: number | null }
  | { id: 'notSent' | 'waiting'; at: null; after_ms: null }
  | { id: 'outcome'; at: string | null; after_ms: number | null };

/** The way of a message as far as it is known, in order. */
export function progressOf(message: Message): ProgressStep[] {
  const { created, sent, delivered, is_final: isFinal } = message;
  if (message.direction === 'inbound') return [{ id: 'received', at: created, after_ms: null }];
  const steps: ProgressStep[] = [{ id: 'created', at: created, after_ms: null }];
  if (sent !== null) steps.push({ id: 'sent', at: sent, after_ms: between(created, sent) });
  else if (isFinal && delivered === null) steps.push({ id: 'notSent', at: null, after_ms: null });
  if (isFinal) {
    const latency = message.latency_ms ?? (delivered === null ? null : between(created, delivered));
    steps.push({ id: 'outcome', at: delivered, after_ms: latency });
  } else if (sent !== null) {
    steps.push({ id: 'waiting', at: null, after_ms: null });
  }
  return steps;
}

/** Null where the clock's steps are too coarse to tell. */
function between(from: string, to: string): number | null {
  const ms = Date.parse(to) - Date.parse(from);
  return ms > 0 ? ms : null;
}
