import type { Endpoint } from '@portal/contract/endpoint';
import { type EndpointId, endpoints } from '@portal/contract/endpoints';
import { type HttpHandler, HttpResponse, http } from 'msw';
import * as v from 'valibot';
import { connectionLost, isProblem, type ProblemResponse, problemResponse } from './problem.ts';
import { responses } from './responses.ts';
import { noteRequest, type SentRequest } from './sent-requests.ts';
import { noteFault, testOrigin } from './server.ts';

/** The body of an endpoint's successful answer, as the server sends it. */
export type ResponseBody<Id extends EndpointId> = v.InferInput<(typeof endpoints)[Id]['response']>;

type Given<Id extends EndpointId> =
  | ResponseBody<Id>
  | ProblemResponse
  | typeof connectionLost
  | HttpResponse<Blob>;

/** What an endpoint is answered with, or how the answer is found; without one a plausible answer is given. */
export type Reply<Id extends EndpointId> =
  | Given<Id>
  | ((request: SentRequest) => Given<Id> | Promise<Given<Id>>);

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/**
 * A handler of one endpoint. The test fails when the answer, or the request that asks for it, breaks the contract.
 *
 * @example
 * reply('listPayments', problem('maintenance'))
 * reply('listPayments', ({ query }) => ({ ...paymentsResponse, offset: Number(query.offset ?? 0) }))
 */
export function reply<Id extends EndpointId>(id: Id, given?: Reply<Id>): HttpHandler {
  const endpoint: Endpoint = endpoints[id];
  return http[methods[endpoint.method]](patternOf(endpoint.path), async ({ request }) => {
    const sent = await noteRequest(id, endpoint, request);
    const answer = typeof given === 'function' ? await given(sent) : (given ?? responses[id]);
    if (answer === connectionLost) return HttpResponse.error();
    if (answer instanceof Response) return answer;
    if (isProblem(answer)) return problemResponse(answer);
    const isKept = keepsContract(id, endpoint, sent, answer);
    return isKept ? HttpResponse.json(answer, { status: endpoint.status }) : HttpResponse.error();
  });
}

function keepsContract(
  id: EndpointId,
  endpoint: Endpoint,
  { query, body }: SentRequest,
  answer: unknown,
): boolean {
  const checks = [
    endpoint.query === undefined || matches(`The query of ${id}`, endpoint.query, query),
    endpoint.body === undefined || matches(`The body of ${id}`, endpoint.body, body),
    matches(`The reply to ${id}`, endpoint.response, answer),
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
