import { expect, test } from '@jest/globals';
import type { Endpoint } from '@portal/contract/endpoint';
import { endpoints } from '@portal/contract/endpoints';
import { testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();

test('lists all endpoints with input and output', async () => {
  const { body } = await portal.visitor().get('/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  for (const [id, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { operationId, requestBody, responses } = body.paths[endpoint.path][endpoint.method.toLowerCase()];
    expect(operationId).toBe(id);
    expect(JSON.stringify(responses[endpoint.status ?? 200].content['application/json'].schema)).toContain(
      '"success"',
    );
    const request = requestBody?.content['application/json'].schema;
    expect({ id, hasBody: request?.type === 'object' }).toEqual({ id, hasBody: 'body' in endpoint });
    expect(Object.keys(responses)).toContain(endpoint.access === 'anonymous' ? '500' : '401');
  }
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
