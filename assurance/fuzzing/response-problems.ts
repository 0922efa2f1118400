import { type Endpoint, errorsOf } from '@portal/contract/endpoint';
import { errorStatus, isErrorCode, isFieldErrorCode, problemSchema } from '@portal/contract/error';
import * as v from 'valibot';
import type { RawResponse } from '../harness/raw-request.ts';
import type { Exchange } from './fuzzing-customer.ts';
import type { SentRequest } from './rendered-request.ts';
import type { RequestPlan } from './request-plans.ts';

/** How far a request came. */
export type Outcome =
  | 'succeeded'
  | 'refused by the handler'
  | 'refused by the schema'
  | 'refused without a session'
  | 'refused at the edge'
  | 'refused by a rate limit'
  | 'failed';

/** Text that a response must never contain: stacks, statements, messages of the database, and paths of the machine. */
const internals: readonly [what: string, RegExp][] = [
  ['a stack', /\n\s+at |\bat \S+ \(|node:internal|\.ts:\d+|\.js:\d+:\d+/],
  ['a path', /\/node_modules\/|\/bff\/|\/home\/|\/tmp\/|\/usr\/|\/var\/|portal-e2e-/],
  [
    'a statement',
    /\bselect\s.+\sfrom\s|\binsert\s+into\s|\bupdate\s.+\sset\s|\bdelete\s+from\s|\bon conflict\b/i,
  ],
  [
    'a message of the database',
    /violates|duplicate key|relation "|column "|syntax error|invalid input|invalid byte|SQLSTATE|(?<![\w-])pg_[a-z]{4}|postgres/i,
  ],
  ['a message of the engine', /is not a function|Cannot read prop|undefined \(reading|Maximum call stack/],
];

/** The outcome of a request, and everything that is wrong with the response. It may repeat the customer's own texts. */
export function judge(
  { plan, sent, response }: Exchange,
  ownTexts: readonly string[] = [],
): { outcome: Outcome; problems: string[] } {
  if (response === undefined) return { outcome: 'failed', problems: ['no response'] };
  const leaks = leaksIn(response, ownTexts);
  const { status } = response;
  if (status >= 500 && !isExpected(plan, response))
    return { outcome: 'failed', problems: [`status ${status}`, ...leaks] };
  const isRegular = plan.ending === '' && sent.method === plan.endpoint.method;
  const endpoint = isRegular ? plan.endpoint : undefined;
  // A response to HEAD has no body, and one to OPTIONS or TRACE is Node's own.
  if (status < 400) {
    const problems = sent.method === 'HEAD' ? [] : successProblems(endpoint, response);
    return {
      outcome: 'succeeded',
      problems: [...problems, ...depthProblems(endpoint, sent, 'none'), ...leaks],
    };
  }
  const { code, problems } =
    sent.method === 'HEAD' ? { code: '', problems: [] } : refusal(endpoint, response);
  const outcome = isRefusedByHandler(endpoint, sent, code) ? 'refused by the handler' : outcomeOf(code);
  return { outcome, problems: [...problems, ...depthProblems(endpoint, sent, code), ...leaks] };
}

/** More levels of JSON than the edge lets pass. */
const tooDeep = 21;
const codesOfEdge =
  /^(?:malformed_json|body_too_large|unsupported_media_type|csrf_failed|bad_parameter|not_found)?$/;

/** JSON that is nested too deeply must be refused before schema and handler, whatever they would do with it. */
function depthProblems(endpoint: Endpoint | undefined, { body }: SentRequest, code: string): string[] {
  if (endpoint?.body === undefined || codesOfEdge.test(code)) return [];
  const depth = depthOf(String(body ?? ''));
  return depth > tooDeep ? [`${depth} levels of JSON were read and refused as ${code}`] : [];
}

/** The levels of brackets outside strings. */
function depthOf(json: string): number {
  let [depth, most] = [0, 0];
  for (const [bracket] of json.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[{\]}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

/** Whether the handler uses a code with which schemas refuse requests too, because the schemas accept this one. */
function isRefusedByHandler(endpoint: Endpoint | undefined, sent: SentRequest, code: string): boolean {
  if (code === 'not_found') return endpoint?.params !== undefined && v.is(endpoint.params, sent.params);
  if (code !== 'validation_failed' || endpoint?.body === undefined) return false;
  return v.is(endpoint.body, parse(String(sent.body ?? '{}')));
}

/** The one response with 5xx that is no failure: it says that the portal has no bot check. */
function isExpected({ id }: RequestPlan, { status, text }: RawResponse): boolean {
  // A response to HEAD has no body.
  const isNamed = text === '' || Object(parse(text)).code === 'captcha_unavailable';
  return id === 'getBotCheckChallenge' && status === 503 && isNamed;
}

function successProblems(endpoint: Endpoint | undefined, response: RawResponse): string[] {
  const { status, headers, text } = response;
  if (endpoint === undefined) return [];
  const type = String(headers['content-type']).split(';')[0] ?? '';
  const statuses: number[] = [
    endpoint.status ?? 200,
    ...(endpoint.otherStatus ? [endpoint.otherStatus] : []),
  ];
  const problems = statuses.includes(status) ? [] : [`status ${status}, the contract has ${statuses}`];
  if (endpoint.documents?.includes(type)) return problems;
  if (type !== 'application/json') return [...problems, `content type ${type}`];
  const parsed = v.safeParse(endpoint.response, parse(text));
  if (parsed.success) return problems;
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  return [...problems, `breaks the response schema: ${faults.slice(0, 3).join('; ')}`];
}

function refusal(endpoint: Endpoint | undefined, { status, headers, text }: RawResponse) {
  const type = String(headers['content-type']).split(';')[0];
  const { success, output } = v.safeParse(problemSchema, parse(text));
  // Node refuses a request that it cannot read before the portal sees it.
  if ([400, 431].includes(status) && text === '' && headers.connection === 'close')
    return { code: '', problems: [] };
  if (type !== 'application/problem+json' || !success)
    return {
      code: '',
      problems: [`status ${status} without an error of the contract: ${text.slice(0, 80)}`],
    };
  const { code, errors = [] } = output;
  const unknown = errors.filter((error) => !isFieldErrorCode(error.code) && !isErrorCode(error.code));
  const problems = [
    ...(isErrorCode(code) && errorStatus(code) === status ? [] : [`code ${code} with status ${status}`]),
    ...(output.status === status ? [] : [`member status ${output.status} with status ${status}`]),
    ...(headers['x-request-id'] === output.request_id ? [] : ['another request_id than the header']),
    ...unknown.map((error) => `unknown field code ${error.code}`),
    ...(endpoint === undefined || errorsOf(endpoint).some((known) => known === code)
      ? []
      : [`the contract lacks the code ${code} of ${endpoint.method} ${endpoint.path}`]),
  ];
  return { code, problems };
}

const outcomes: Readonly<Record<string, Outcome>> = {
  rate_limited: 'refused by a rate limit',
  validation_failed: 'refused by the schema',
  bad_parameter: 'refused by the schema',
  order_invalid: 'refused by the schema',
  filter_invalid: 'refused by the schema',
  offset_too_large: 'refused by the schema',
  malformed_json: 'refused at the edge',
  body_too_large: 'refused at the edge',
  unsupported_media_type: 'refused at the edge',
  csrf_failed: 'refused at the edge',
  not_found: 'refused at the edge',
  '': 'refused at the edge',
  unauthenticated: 'refused without a session',
  session_expired: 'refused without a session',
  dpu_required: 'refused without a session',
  email_not_confirmed: 'refused without a session',
};

function outcomeOf(code: string): Outcome {
  return outcomes[code] ?? 'refused by the handler';
}

function leaksIn({ headers, text }: RawResponse, ownTexts: readonly string[]): string[] {
  // One text may be a part of another.
  const longestFirst = ownTexts.toSorted((a, b) => b.length - a.length);
  const own = longestFirst.map((one) => JSON.stringify(one).slice(1, -1));
  const foreign = own.reduce((rest, one) => rest.replaceAll(one, ''), text.slice(0, 200_000));
  // Random text such as an id or a token may contain anything.
  const all = `${JSON.stringify(headers)}\n${foreign}`.replace(/[\w-]{20,}/g, '');
  return internals.flatMap(([what, pattern]) => {
    const found = pattern.exec(all);
    return found === null
      ? []
      : [`contains ${what}: ${all.slice(Math.max(0, found.index - 40), found.index + 60)}`];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
