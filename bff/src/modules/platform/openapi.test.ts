import { expect, test } from '@jest/globals';
import type { Endpoint } from '@portal/contract/endpoint';
import { endpoints } from '@portal/contract/endpoints';
import { fileResponse } from '@portal/contract/response-member';
import { webhookDataSchemas } from '@portal/contract/webhook-events';
import { type WebhookEventType, webhookEventTypes } from '@portal/contract/webhooks';
import { routerPath } from '../../app/context.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });

test('lists all endpoints with input and output', async () => {
  const { body } = await portal.visitor().get('/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  for (const [id, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { operationId, requestBody, responses } = body.paths[endpoint.path][endpoint.method.toLowerCase()];
    expect(operationId).toBe(id);
    const { content } = responses[endpoint.status ?? 200];
    // An endpoint that returns documents alone has no JSON.
    if (endpoint.response === fileResponse) expect(Object.keys(content)).toEqual(endpoint.documents);
    else expect(JSON.stringify(content['application/json'].schema)).toContain('"success"');
    const request = requestBody?.content['application/json'].schema;
    expect({ id, hasBody: request?.type === 'object' }).toEqual({ id, hasBody: 'body' in endpoint });
    expect(Object.keys(responses)).toContain(endpoint.access === 'anonymous' ? '500' : '401');
  }
});

test('describes the body of each webhook and how to verify it', async () => {
  const { webhooks, tags } = (await portal.visitor().get('/openapi.json')).body;
  expect(Object.keys(webhooks)).toEqual([...webhookEventTypes]);
  for (const [type, { post }] of Object.entries<{ post: { requestBody: { content: object } } }>(webhooks)) {
    const schema = Object(Object.values(post.requestBody.content)[0]).schema;
    expect(schema.properties).toMatchObject({ type: { const: type }, version: { const: 1 } });
    expect(Object.keys(schema.properties.data.properties)).toEqual(
      Object.keys(webhookDataSchemas[type as WebhookEventType].entries),
    );
  }
  expect(tags[0].description).toContain('HMAC-SHA-256');
});

test('lists every code with which an endpoint refuses a request', async () => {
  const { paths } = (await portal.visitor().get('/openapi.json')).body;
  const codes = ({ method, path }: Endpoint, status: number) =>
    paths[path][method.toLowerCase()].responses[status]?.description ?? '';
  // An id of another form is not found, whichever resource the endpoint has.
  for (const endpoint of Object.values<Endpoint>(endpoints))
    if (endpoint.params !== undefined) expect(codes(endpoint, 404)).toContain('not_found');
  expect(codes(endpoints.changePassword, 403)).toContain('email_not_confirmed');
  expect(codes(endpoints.getBotCheckChallenge, 503)).toContain('captcha_unavailable');
});

test('every endpoint below /v1 is of the contract, from which the checks of foreign ids and of requests are generated', () => {
  // Its sender proves itself by a signature over the body; it has tests of its own.
  const others = ['POST /v1/finances/webhooks/sandbox'];
  const ofContract = Object.values<Endpoint>(endpoints).map(
    ({ method, path }) => `${method} ${routerPath(path)}`,
  );
  expect(
    registeredRoutes()
      .filter((route) => route.includes(' /v1/'))
      .sort(),
  ).toEqual([...ofContract.map(plain), ...others].sort());
});

/** `GET /v1/services/:service_id`: the routes of the printed tree, which indents the continuations of a path. */
function registeredRoutes(): string[] {
  const parts: string[] = [];
  return portal.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
      parts.splice(indent.length / 4, Number.POSITIVE_INFINITY, part);
      const found = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD');
      return found.map((method) => plain(`${method} ${parts.join('')}`));
    });
}

/** A route without the expressions and the double colons of the router. */
function plain(route: string): string {
  return route.replaceAll('([\\w-]+)', '').replaceAll('::', ':');
}

test('shares the capacity of pages: a visitor’s flood is refused', async () => {
  const flood = Array.from({ length: 520 }, () => portal.app.inject('/openapi.json'));
  const statuses = new Set((await Promise.all(flood)).map(({ statusCode }) => statusCode));
  expect([...statuses].toSorted()).toEqual([200, 429]);
});
