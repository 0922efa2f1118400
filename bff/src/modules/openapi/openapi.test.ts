import { expect, test } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import { testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();

test('the document lists all calls with what goes in and what comes out', async () => {
  const { body } = await portal.visitor().get('/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  for (const [id, call] of Object.entries(calls)) {
    const { operationId, requestBody, responses } = body.paths[call.path][call.method.toLowerCase()];
    expect(operationId).toBe(id);
    expect(JSON.stringify(responses[call.status].content['application/json'].schema)).toContain('"success"');
    const request = requestBody?.content['application/json'].schema;
    expect({ id, hasBody: request?.type === 'object' }).toEqual({ id, hasBody: 'body' in call });
    expect(Object.keys(responses)).toContain(call.access === 'anonymous' ? '500' : '401');
  }
});
