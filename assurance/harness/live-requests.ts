import type { Call } from '@portal/contract/call';
import { callExamples } from '@portal/contract/call-examples.fixtures';
import { type CallId, calls } from '@portal/contract/calls';

export interface LiveRequest {
  id: CallId;
  call: Call;
  path: string;
  body: Record<string, unknown> | undefined;
}

/** Values that stand for the example's own: of path parameters and of the body's members, by name. */
export type LiveValues = Readonly<Record<string, unknown>>;

/** Members of the examples that only fit the example. */
const dropped = ['captcha_token', 'terms_version', 'token', 'context'];

export const callTable = Object.entries<Call>(calls) as [CallId, Call][];

/** Every request that changes something, from the table of calls: a call that is added is part of it. */
export function mutatingRequests(values: LiveValues): LiveRequest[] {
  return callTable.filter(([, { method }]) => method !== 'GET').map(([id]) => liveRequest(id, values));
}

/** A request of a call as a customer would make it: the contract's example with what is true here. */
export function liveRequest(id: CallId, values: LiveValues): LiveRequest {
  const call: Call = calls[id];
  // The one that says most with what there is: a mailed token, say, is not.
  const [example] = [...(callExamples[id].bodies as readonly Example[])].sort(
    (a, b) => lossOf(a, values) - lossOf(b, values),
  );
  const body =
    example &&
    Object.fromEntries(
      Object.entries(example)
        .filter(([name]) => !dropped.includes(name) || name in values)
        .map(([name, value]) => [name, values[name] ?? value]),
    );
  return { id, call, path: pathOf(call, values), body: call.body === undefined ? undefined : (body ?? {}) };
}

type Example = Record<string, unknown>;

function lossOf(example: Example, values: LiveValues): number {
  return Object.keys(example).filter((name) => dropped.includes(name) && !(name in values)).length;
}

/** The call's address with its parameters filled in. */
export function pathOf({ path }: Call, values: LiveValues): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? 'none')));
}
