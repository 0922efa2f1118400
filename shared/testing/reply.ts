import type { Call } from '@portal/contract/call';
import { type CallId, calls } from '@portal/contract/calls';
import { type HttpHandler, HttpResponse, http } from 'msw';
import * as v from 'valibot';
import { answers } from './answers.ts';
import { connectionLost, isProblem, type ProblemAnswer, problemResponse } from './problem.ts';
import { noteRequest, type SentRequest } from './sent-requests.ts';
import { noteFault, testOrigin } from './server.ts';

/** The body of a call's successful answer, as the server sends it. */
export type Answer<Id extends CallId> = v.InferInput<(typeof calls)[Id]['response']>;

type Given<Id extends CallId> = Answer<Id> | ProblemAnswer | typeof connectionLost | HttpResponse<Blob>;

/** What a call is answered with, or how the answer is found; without one a plausible answer is given. */
export type Reply<Id extends CallId> = Given<Id> | ((request: SentRequest) => Given<Id> | Promise<Given<Id>>);

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/**
 * A handler of one call. The test fails when the answer, or the request that asks for it, breaks the contract.
 *
 * @example
 * reply('listPayments', problem('maintenance'))
 * reply('listPayments', ({ query }) => ({ ...paymentsAnswer, offset: Number(query.offset ?? 0) }))
 */
export function reply<Id extends CallId>(id: Id, given?: Reply<Id>): HttpHandler {
  const call: Call = calls[id];
  return http[methods[call.method]](patternOf(call.path), async ({ request }) => {
    const sent = await noteRequest(id, call, request);
    const answer = typeof given === 'function' ? await given(sent) : (given ?? answers[id]);
    if (answer === connectionLost) return HttpResponse.error();
    if (answer instanceof Response) return answer;
    if (isProblem(answer)) return problemResponse(answer);
    const isKept = keepsContract(id, call, sent, answer);
    return isKept ? HttpResponse.json(answer, { status: call.status }) : HttpResponse.error();
  });
}

function keepsContract(id: CallId, call: Call, { query, body }: SentRequest, answer: unknown): boolean {
  const checks = [
    call.query === undefined || matches(`The query of ${id}`, call.query, query),
    call.body === undefined || matches(`The body of ${id}`, call.body, body),
    matches(`The reply to ${id}`, call.response, answer),
  ];
  return !checks.includes(false);
}

function matches(what: string, schema: v.GenericSchema, value: unknown): boolean {
  const result = v.safeParse(schema, value);
  if (result.success) return true;
  const issues = result.issues.map((issue) => `${v.getDotPath(issue) ?? '(root)'}: ${issue.message}`);
  noteFault(`${what} breaks the contract\n${issues.join('\n')}`);
  return false;
}

// A pattern of msw would take the colon of `login:dpu` for a parameter.
function patternOf(path: string): RegExp {
  const source = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?]+');
  return new RegExp(`^${testOrigin}${source}(?:\\?.*)?$`);
}
