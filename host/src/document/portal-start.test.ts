import { expect, jest, test } from '@jest/globals';
import { portalStart } from '../testing/portal-start.fixtures.ts';
import { dropEarlyResponses, earlyResponse } from './portal-start.ts';
import { requestKey } from './request-key.ts';

test('a response is taken once, by the same request with its parameters in any order', async () => {
  const key = requestKey('GET', 'http://localhost/v1/list?limit=25&order=-created');
  globalThis.portalStart = portalStart({
    responses: new Map([[key, Promise.resolve(new Response('early'))]]),
  });
  const request = new Request('http://localhost/v1/list?order=-created&limit=25');
  const other = new Request('http://localhost/v1/list?order=-created&limit=50');
  expect(earlyResponse(other)).toBeUndefined();
  await expect((await earlyResponse(request))?.text()).resolves.toBe('early');
  expect(earlyResponse(request)).toBeUndefined();
});

test('requests that nobody will read are aborted and forgotten', () => {
  const responses = new Map([['GET http://localhost/v1/list', Promise.resolve(new Response('early'))]]);
  const abortRequests = jest.fn();
  globalThis.portalStart = portalStart({ responses, abortRequests });
  dropEarlyResponses();
  expect(abortRequests).toHaveBeenCalled();
  expect(earlyResponse(new Request('http://localhost/v1/list'))).toBeUndefined();
});
