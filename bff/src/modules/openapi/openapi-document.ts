import { type Call, commonErrors, idempotencyErrors, sessionErrors } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import { type ErrorCode, errorStatus, problemSchema } from '@portal/contract/error';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

interface Identity {
  title: string;
  /** Where the portal is, for the document's `servers`. */
  url: string;
  cookieName: string;
}

/** The OpenAPI 3.1 document of all calls, from the same schemas that the routes are held to. */
export function openapiDocument({ title, url, cookieName }: Identity) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, call] of Object.entries(calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(id, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0', description: 'Calls between the self-service portal and its backend.' },
    servers: [{ url }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  };
}

function operation(id: string, call: Call) {
  const answer = {
    description: call.summary,
    content: {
      'application/json': { schema: jsonSchema(call.response, 'output') },
      ...Object.fromEntries(
        (call.documents ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
    },
  };
  return {
    operationId: id,
    tags: [call.path.split('/')[2]],
    summary: call.summary,
    security: call.access === 'anonymous' ? [] : [{ session: [] }],
    parameters: [...parameters('path', call.params), ...parameters('query', call.query), ...headers(call)],
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(call.body, 'input') } },
      },
    }),
    responses: {
      [call.status]: answer,
      ...(call.otherStatus && { [call.otherStatus]: answer }),
      ...refusals(call),
    },
  };
}

function headers(call: Call) {
  const header = (name: string, required: boolean, schema: object) => ({
    in: 'header',
    name,
    required,
    schema,
  });
  return [
    ...(call.method === 'GET' ? [] : [header('X-Requested-With', true, { const: 'portal' })]),
    ...(call.idempotent
      ? [header('Idempotency-Key', false, { type: 'string', minLength: 8, maxLength: 255 })]
      : []),
  ];
}

/** The codes of each status that a call can be refused with. */
function refusals(call: Call) {
  const codes: ErrorCode[] = [
    ...call.errors,
    ...(call.access === 'anonymous' ? [] : sessionErrors),
    ...(call.idempotent ? idempotencyErrors : []),
    ...commonErrors,
  ];
  const byStatus = Map.groupBy(new Set(codes), errorStatus);
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [status, { description: some.join(', '), content }]),
  );
}

function parameters(place: 'path' | 'query', schema: GenericSchema | undefined) {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, parameter]) => ({
    in: place,
    name,
    required: place === 'path' || required.includes(name),
    schema: parameter,
  }));
}

/** JSON Schema knows no rule across fields and no transformation; what it cannot say is left out. */
function jsonSchema(schema: GenericSchema, typeMode: 'input' | 'output') {
  const { $schema, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
  });
  return rest;
}
