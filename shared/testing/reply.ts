import type { checkExportFile } from '@portal/contract/background-exports';
import type { EndpointView } from '@portal/contract/endpoint';
import type { EndpointId, endpoints } from '@portal/contract/endpoints';
import type { checkCallsExport, checkMessagesExport } from '@portal/contract/exports';
import type { listMessages } from '@portal/contract/messages';
import type { checkRatesExport } from '@portal/contract/rates';
import type { previewConfirmation, resendConfirmation } from '@portal/contract/registration';
import type { listVoicingStats } from '@portal/contract/voicing-stats';
import { type HttpHandler, HttpResponse, http } from 'msw';
import * as v from 'valibot';
import { connectionLost, isProblem, type ProblemResponse, problemResponse } from './problem.ts';
import { defaultResponse, type ResponseBody } from './responses.fixtures.ts';
import { noteRequest, type SentRequest } from './sent-requests.ts';
import { noteFault, testOrigin } from './server.ts';

// Naming the endpoints, rather than their common type, lets the compiler read `success: true` as the literal.
type ContractEndpoint =
  | (typeof endpoints)[EndpointId]
  | typeof checkCallsExport
  | typeof checkExportFile
  | typeof checkMessagesExport
  | typeof checkRatesExport
  | typeof listMessages
  | typeof listVoicingStats
  | typeof previewConfirmation
  | typeof resendConfirmation;

type Given<E extends EndpointView> =
  | ResponseBody<E>
  | ProblemResponse
  | typeof connectionLost
  | HttpResponse<Blob | string>;

/** An endpoint's response, or a function that makes it from the request. */
export type Reply<E extends EndpointView> =
  | Given<E>
  | ((request: SentRequest) => Given<E> | Promise<Given<E>>);

const methods = { GET: 'get', HEAD: 'head', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/**
 * A handler of one endpoint; without `given` it sends the contract's own example. The test fails if the response, or the
 * request that asks for it, breaks the contract.
 *
 * @example
 * reply(listPayments, problem('maintenance'))
 * reply(listPayments, ({ query }) => ({ ...paymentsResponse, offset: Number(query.offset ?? 0) }))
 */
export function reply<E extends ContractEndpoint>(endpoint: E, given?: Reply<E>): HttpHandler;
export function reply(
  endpoint: EndpointView & { status?: number },
  given: Reply<EndpointView> = defaultResponse(endpoint),
): HttpHandler {
  return http[methods[endpoint.method]](patternOf(endpoint.path), async ({ request }) => {
    const sent = await noteRequest(endpoint, request);
    const response: unknown = typeof given === 'function' ? await given(sent) : given;
    if (response === connectionLost) return HttpResponse.error();
    // Of a copy, because a repeated request reads it again.
    if (response instanceof Response) return response.clone();
    if (isProblem(response)) return problemResponse(response);
    const isValid = fitsContract(endpoint, sent, response);
    return isValid
      ? HttpResponse.json(Object(response), { status: endpoint.status ?? 200 })
      : HttpResponse.error();
  });
}

function fitsContract(endpoint: EndpointView, { query, body }: SentRequest, response: unknown): boolean {
  const name = `${endpoint.method} ${endpoint.path}`;
  const checks = [
    endpoint.query === undefined || matches(`The query of ${name}`, endpoint.query, query),
    endpoint.body === undefined || matches(`The body of ${name}`, endpoint.body, body),
    matches(`The reply to ${name}`, endpoint.response, response),
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
