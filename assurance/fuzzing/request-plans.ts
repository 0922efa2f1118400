import type { Endpoint } from '@portal/contract/endpoint';
import { endpointExamples } from '@portal/contract/endpoint-examples.fixtures';
import type { EndpointId } from '@portal/contract/endpoints';
import fc from 'fast-check';
import { endpointTable } from '../harness/live-requests.ts';
import {
  Known,
  refusedHeaders,
  strangeBodies,
  strangeCookies,
  strangeEndings,
  strangeHeaders,
} from './hostile-values.fixtures.ts';
import { fieldsIn, type MemberValues, memberValues } from './schema-values.ts';

/** A generated request; `Known` values are filled in when it is sent. */
export interface RequestPlan {
  id: EndpointId;
  endpoint: Endpoint;
  method: string;
  params: Readonly<Record<string, unknown>>;
  query: readonly (readonly [string, unknown])[];
  /** An object is sent as JSON, text and bytes unchanged. */
  body: object | string | Buffer | undefined;
  headers: Readonly<Record<string, string>>;
  /** Sent instead of the customer's own cookies. */
  cookie: string | undefined;
  /** Appended to the path. */
  ending: string;
}

type Values = Readonly<Record<string, unknown>>;

/** How many members of the parameters, of the query or of the body are spoiled. */
const usualDamage = fc.oneof(
  { weight: 24, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.constant(2) },
  { weight: 1, arbitrary: fc.constant(20) },
);

/** What is wrong with the transport of the request, if anything. */
const transport = fc.oneof(
  { weight: 35, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom(...strangeBodies).map((body) => ({ body })) },
  { weight: 1, arbitrary: headerOf(refusedHeaders).map((headers) => ({ headers })) },
  { weight: 1, arbitrary: fc.constantFrom(...strangeCookies).map((cookie) => ({ cookie })) },
  { weight: 1, arbitrary: fc.constantFrom(...strangeEndings).map((ending) => ({ ending })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE')
      .map((method) => ({ method })),
  },
);

const extraMembers = ['__proto__', 'constructor', 'account_id', 'balance', 'status', '\0', '\ud800', 'x'];

/**
 * Generates requests to every endpoint of the contract with equal probability, and to the favoured ones as often as to all
 * others together. New endpoints are included automatically.
 */
export function requestPlans(favoured: readonly EndpointId[] = []): fc.Arbitrary<RequestPlan> {
  const all = endpointTable.map(([id, endpoint]) => ({ id, plans: plansOf(id, endpoint) }));
  const some = all.filter(({ id }) => favoured.includes(id));
  const every = fc.oneof(...all.map(({ plans }) => plans));
  return some.length === 0 ? every : fc.oneof(every, fc.oneof(...some.map(({ plans }) => plans)));
}

/** Generates requests that an endpoint probably accepts. */
export function plausiblePlans(id: EndpointId, endpoint: Endpoint): fc.Arbitrary<RequestPlan> {
  return plansOf(id, endpoint, { damage: fc.constant(0), headers: fc.constant({}), faults: fc.constant({}) });
}

/** What may be wrong with a request. */
interface Wrongs {
  damage: fc.Arbitrary<number>;
  headers: fc.Arbitrary<Record<string, string>>;
  faults: typeof transport;
}

const someHeaders = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: headerOf(strangeHeaders) },
);
const usualWrongs: Wrongs = { damage: usualDamage, headers: someHeaders, faults: transport };

function plansOf(
  id: EndpointId,
  endpoint: Endpoint,
  { damage, headers, faults }: Wrongs = usualWrongs,
): fc.Arbitrary<RequestPlan> {
  const { method, params, query, body, response } = endpoint;
  const fields = fieldsIn(response);
  return fc
    .record({
      params: membersOf(params, { damage, fields }),
      query: membersOf(query, { damage, fields }),
      body: body === undefined ? fc.constant(undefined) : bodiesOf(id, body, damage),
      headers,
      documents: fc.constantFrom(...(endpoint.documents ?? []), 'application/json'),
      faults,
    })
    .map(({ params, query, body, headers, documents, faults }) => ({
      id,
      endpoint,
      method,
      params,
      query: Object.entries(query),
      body,
      cookie: undefined,
      ending: '',
      ...faults,
      headers: { accept: documents, ...headers, ...('headers' in faults ? faults.headers : {}) },
    }));
}

function headerOf(values: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<Record<string, string>> {
  return fc
    .constantFrom(...Object.entries(values))
    .chain(([name, some]) => fc.constantFrom(...some).map((value) => ({ [name]: value })));
}

/** Bodies from the contract's examples and from the schema alone. */
function bodiesOf(id: EndpointId, schema: unknown, damage: fc.Arbitrary<number>): fc.Arbitrary<object> {
  const examples = endpointExamples[id].bodies as readonly Values[];
  const derived = membersOf(schema, { damage, examples, fields: [] });
  if (examples.length === 0) return derived;
  const near = fc
    .tuple(fc.constantFrom(...examples), derived, fc.constantFrom(true, true, true, false))
    .map(([example, values, isOwn]) => {
      const members = Object.keys(example).map((name) => [name, isOwn ? values[name] : example[name]]);
      return consistent(Object.fromEntries(members));
    });
  return fc.oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: derived });
}

/** The repetition of a password equals it, unless the request is meant to be wrong. */
function consistent(body: Values): Values {
  const { password, password_repeat: repeated } = body;
  const isPlausible = repeated instanceof Known || typeof repeated === 'string';
  return isPlausible && password !== undefined ? { ...body, password_repeat: password } : body;
}

type Member = readonly [name: string, isOptional: boolean, MemberValues];

/** With all of its parameters, a query would hardly ever be valid. */
const mostParameters = 4;

/** Values of the members of an object schema, some of them left out, spoiled or added. Only bodies have examples. */
function membersOf(
  schema: unknown,
  {
    damage,
    examples,
    fields,
  }: { damage: fc.Arbitrary<number>; examples?: readonly Values[]; fields: readonly string[] },
): fc.Arbitrary<Values> {
  const members = Object.entries(entriesOf(schema)).map(([name, member]): Member => {
    const known = (examples ?? []).flatMap((example) =>
      Object.hasOwn(example, name) ? [example[name]] : [],
    );
    const values = memberValues({
      name,
      schema: member,
      isText: examples === undefined,
      examples: known,
      fields,
    });
    return [name, isOptional(member), values];
  });
  if (members.length === 0) return fc.constant({});
  if (examples !== undefined || members.length <= mostParameters) return valuesOf(members, damage);
  return fc
    .subarray(members, { minLength: 1, maxLength: mostParameters })
    .chain((some) => valuesOf(some, damage));
}

function valuesOf(members: readonly Member[], damage: fc.Arbitrary<number>): fc.Arbitrary<Values> {
  const plausible = fc.record(
    Object.fromEntries(members.map(([name, , { plausible }]) => [name, plausible])),
    { requiredKeys: members.filter(([, optional]) => !optional).map(([name]) => name) },
  );
  const extra = fc.constantFrom(...extraMembers).map((name): Values => ({ [name]: 'x' }));
  const change = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...members).chain(spoil) },
    { weight: 1, arbitrary: extra },
  );
  return damage.chain((count) =>
    fc
      .tuple(plausible, fc.array(change, { minLength: count, maxLength: count }))
      .map(([values, changes]) => Object.assign(Object.create(null), values, ...changes)),
  );
}

function spoil([name, , { spoiled }]: Member): fc.Arbitrary<Values> {
  return spoiled.map((value) => ({ [name]: value }));
}

/** The members of an object schema, also of one with further checks. */
export function entriesOf(schema: unknown): Record<string, unknown> {
  const { entries, pipe } = Object(schema);
  if (entries !== undefined) return entries;
  return Array.isArray(pipe) ? entriesOf(pipe[0]) : {};
}

function isOptional(schema: unknown): boolean {
  return ['optional', 'nullish'].includes(Object(schema).type);
}
