import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { endpointExamples } from './endpoint-examples.fixtures.ts';
import { type EndpointId, endpoints } from './endpoints.ts';

const table = Object.entries<Endpoint>(endpoints);
const bodies = Object.entries(endpointExamples).flatMap(([id, { bodies }]) =>
  bodies.map((body) => [id, body] as const),
);
const responses = Object.entries(endpointExamples).flatMap(([id, { responses }]) =>
  responses.map((response) => [id, response] as const),
);

describe('the table of endpoints', () => {
  test('holds the 26 endpoints in order', () => {
    expect(table.slice(0, 26).map(([, { method, path }]) => `${method} ${path}`)).toEqual([
      'POST /v1/users/login',
      'POST /v1/users/register',
      'POST /v1/users/confirm',
      'POST /v1/users/login:dpu',
      'POST /v1/users/password:restore',
      'POST /v1/users/password:change',
      'POST /v1/accounts/access:verify',
      'POST /v1/accounts/access:logout',
      'GET /v1/accounts/profile',
      'PUT /v1/accounts/profile',
      'POST /v1/accounts/support',
      'GET /v1/services/all',
      'POST /v1/services',
      'PUT /v1/services/{service_id}',
      'GET /v1/services/{service_id}/balance',
      'GET /v1/services/{service_id}/stats',
      'GET /v1/services/{service_id}/cdr',
      'GET /v1/services/{service_id}/numbers/rented',
      'GET /v1/services/{service_id}/country',
      'GET /v1/services/{service_id}/report',
      'POST /v1/finances/payments/invoices',
      'POST /v1/finances/payments/crypto',
      'GET /v1/finances/payments',
      'PUT /v1/finances/threshold',
      'GET /v1/finances/monthly-vat-invoices',
      'GET /v1/finances/monthly-vat-invoices/{monthly_vat_invoice_id}',
    ]);
  });

  test.each(table)(
    '%s names a schema for each parameter of its path, and a body only where one is sent',
    (_, endpoint) => {
      const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const params =
        endpoint.params &&
        v.safeParse(endpoint.params, Object.fromEntries(named.map((name) => [name, 'x1'])));
      expect(Object.keys(Object(params?.output))).toEqual(named);
      expect(endpoint.body !== undefined).toBe(endpoint.method === 'POST' || endpoint.method === 'PUT');
      expect(new Set(endpoint.errors).size).toBe(endpoint.errors?.length ?? 0);
    },
  );

  test('reads each address without parameters', () => {
    for (const [, { query }] of table) if (query) expect(v.safeParse(query, {}).issues).toBeUndefined();
  });

  test('has examples of every endpoint', () => {
    expect(Object.keys(endpointExamples)).toEqual(Object.keys(endpoints));
    expect(responses.length + bodies.length).toBeGreaterThanOrEqual(36);
  });
});

describe('examples', () => {
  test.each(bodies)('a body of %s is accepted', (id, body) => {
    const { body: schema } = endpoints[id as EndpointId] as Endpoint;
    expect(v.safeParse(schema!, body).issues).toBeUndefined();
  });

  test.each(responses)('an answer of %s is accepted, and nothing of it is lost', (id, response) => {
    const { response: schema } = endpoints[id as EndpointId] as Endpoint;
    const result = v.safeParse(schema, response);
    expect(result.issues).toBeUndefined();
    expect(result.output).toMatchObject(response);
  });

  test.each(responses)('an answer of %s survives being parsed twice', (id, response) => {
    const { response: schema } = endpoints[id as EndpointId] as Endpoint;
    const once = v.parse(schema, response);
    expect(v.parse(schema, once)).toEqual(once);
  });
});
