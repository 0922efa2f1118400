import { type Endpoint, type EndpointAccess, errorsOf } from '@portal/contract/endpoint';
import { endpoints } from '@portal/contract/endpoints';
import { errorStatus, problemSchema } from '@portal/contract/error';
import { fileResponse } from '@portal/contract/response-member';
import { webhookBodyOf, webhookDataSchemas } from '@portal/contract/webhook-events';
import type { WebhookEventType } from '@portal/contract/webhooks';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';
import type { GenericSchema } from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { accountApiGuide, webhooksGuide } from './account-api-guide.ts';

export async function openapiRoutes(app: FastifyInstance, { config, sessions }: AppContext): Promise<void> {
  let text: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    const { cookieName } = sessions;
    text ??= JSON.stringify(
      openapiDocument({ title: `${config.BRAND} portal`, url: config.PUBLIC_URL, cookieName }),
    );
    return reply.type('application/json').header('cache-control', 'no-cache').send(text);
  });
}

/** Builds the OpenAPI 3.1 document of all endpoints from the contract's schemas. */
function openapiDocument({ title, url, cookieName }: Record<'title' | 'url' | 'cookieName', string>) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(id, endpoint),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0', description: accountApiGuide },
    servers: [{ url }],
    paths,
    webhooks: Object.fromEntries(Object.entries(webhookDataSchemas).map(webhookOf)),
    tags: [{ name: 'webhooks', description: webhooksGuide }],
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        account: { type: 'http', scheme: 'basic', description: 'The account SID and an account token' },
      },
    },
  };
}

const webhookSummaries: Readonly<Record<WebhookEventType, string>> = {
  'balance.low': 'The available amount of a service has fallen below its alert threshold',
  'payment.credited': 'A payment, or a part of it, has been credited to a balance',
  'invoice.issued': 'A monthly VAT invoice or a credit note has been issued',
  'message.delivery_report': 'An outbound message has a new status',
};

/** What a customer's server receives about an event. */
function webhookOf([type, data]: [string, GenericSchema]): [string, object] {
  const schema = jsonSchema(webhookBodyOf(type, data), 'output');
  const post = {
    operationId: type,
    tags: ['webhooks'],
    summary: isEventType(type) ? webhookSummaries[type] : type,
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      in: 'header',
      name,
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'The event is accepted' } },
  };
  return [type, { post }];
}

function isEventType(type: string): type is WebhookEventType {
  return type in webhookSummaries;
}

const session = { session: [] };
/** The OpenAPI security requirements of each access; an empty object makes the session optional. */
const security: Readonly<Record<EndpointAccess, readonly object[]>> = {
  anonymous: [],
  credentials: [session, {}],
  limited: [session],
  session: [session],
};

/** What every response to a program has. */
const rateLimits = Object.fromEntries(
  ['RateLimit-Policy', 'RateLimit'].map((name) => [name, { schema: { type: 'string' } }]),
);

function operation(id: string, endpoint: Endpoint) {
  const response = {
    description: endpoint.summary,
    ...(endpoint.accountApi && { headers: rateLimits }),
    content: {
      ...(endpoint.response !== fileResponse && {
        'application/json': { schema: jsonSchema(endpoint.response, 'output') },
      }),
      ...Object.fromEntries(
        (endpoint.documents ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
    },
  };
  return {
    operationId: id,
    tags: [endpoint.path.split('/')[2]],
    summary: endpoint.summary,
    security: endpoint.accountApi ? [session, { account: [] }] : security[endpoint.access],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...headers(endpoint),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    responses: {
      [endpoint.status ?? 200]: response,
      ...(endpoint.otherStatus && { [endpoint.otherStatus]: response }),
      ...refusals(endpoint),
    },
  };
}

function headers(endpoint: Endpoint) {
  const header = (name: string, required: boolean, schema: object) => ({
    in: 'header',
    name,
    required,
    schema,
  });
  return [
    ...(endpoint.method === 'GET' ? [] : [header('X-Requested-With', true, { const: 'portal' })]),
    ...(endpoint.idempotent
      ? [header('Idempotency-Key', false, { type: 'string', minLength: 8, maxLength: 255 })]
      : []),
  ];
}

/** Returns the error responses of an endpoint: the codes of each status. */
function refusals(endpoint: Endpoint) {
  const byStatus = Map.groupBy(errorsOf(endpoint), errorStatus);
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [status, { description: some.join(', '), content }]),
  );
}

function parameters(place: 'path' | 'query', schema: GenericSchema | undefined) {
  if (schema === undefined) return [];
  // What is read from a parameter's text; the text itself may be anything.
  const { properties = {} } = jsonSchema(schema, 'output');
  return Object.entries(properties).map(([name, parameter]) => ({
    in: place,
    name,
    required: place === 'path',
    ...(place === 'query' && isList(parameter) && { style: 'form', explode: false }),
    schema: withTypedDefault(parameter),
  }));
}

/** A list is written with commas. */
function isList(schema: unknown): boolean {
  return Object(schema).type === 'array';
}

/** The default of a parameter is text, as the parameter is. */
function withTypedDefault(schema: unknown): object {
  const { type, default: text } = Object(schema);
  return { ...Object(schema), ...(type === 'number' && text !== undefined && { default: Number(text) }) };
}

/** JSON Schema has no rules across fields and no transformations; those are left out. */
function jsonSchema(schema: GenericSchema, typeMode: 'input' | 'output') {
  const { $schema, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
  });
  return rest;
}
