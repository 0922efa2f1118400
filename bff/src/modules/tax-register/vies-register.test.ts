import { expect, jest, test } from '@jest/globals';
import { json, refusal, startFakeRegister } from './fake-register.fixtures.ts';
import { viesRegister } from './vies-register.ts';

const register = startFakeRegister();

const check = (taxNumber = 'EL094259216', provider = 'EE100000010') =>
  viesRegister({ VIES_URL: register.url(), PROVIDER_TAX_NUMBER: provider }).check(taxNumber);

test('sends the number without its prefix, with the provider’s number', async () => {
  register.respondWith(json({ valid: true }));
  await check('EL09-4259216');
  expect(register.asked.at(-1)).toEqual({
    countryCode: 'EL',
    vatNumber: '094259216',
    requesterMemberStateCode: 'EE',
    requesterNumber: '100000010',
  });
  await check('DE123456788', 'CHE123456788');
  expect(register.asked.at(-1)).toEqual({ countryCode: 'DE', vatNumber: '123456788' });
});

const verdict = {
  countryCode: 'EL',
  vatNumber: '094259216',
  requestDate: '2026-11-21T10:00:00.000Z',
  requestIdentifier: 'WAPIAAAAXYZ1234',
  name: '---',
};

test.each([
  ['valid', { ...verdict, valid: true }, { outcome: 'valid', consultationNumber: 'WAPIAAAAXYZ1234' }],
  [
    'valid without evidence',
    { ...verdict, valid: true, requestIdentifier: '' },
    { outcome: 'valid', consultationNumber: null },
  ],
  [
    'not valid',
    { ...verdict, valid: false, userError: 'INVALID' },
    { outcome: 'invalid', consultationNumber: 'WAPIAAAAXYZ1234' },
  ],
  [
    'not valid because the member state does not respond',
    { ...verdict, valid: false, userError: 'MS_UNAVAILABLE' },
    { outcome: 'unavailable', reason: 'MS_UNAVAILABLE' },
  ],
  [
    'valid, but another number',
    { ...verdict, valid: true, vatNumber: '999999999' },
    { outcome: 'unavailable', reason: 'HTTP 200' },
  ],
])('%s', async (_what, body, verdict) => {
  register.respondWith(json(body));
  expect(await check()).toEqual(verdict);
});

test.each([
  ['MS_UNAVAILABLE', { outcome: 'unavailable', reason: 'MS_UNAVAILABLE' }],
  ['MS_MAX_CONCURRENT_REQ', { outcome: 'unavailable', reason: 'MS_MAX_CONCURRENT_REQ' }],
  ['TIMEOUT', { outcome: 'unavailable', reason: 'TIMEOUT' }],
  ['INVALID_REQUESTER_INFO', { outcome: 'unavailable', reason: 'INVALID_REQUESTER_INFO' }],
  ['INVALID_INPUT', { outcome: 'invalid', consultationNumber: null }],
])('handles the error %s', async (code, verdict) => {
  register.respondWith(refusal(code));
  expect(await check()).toEqual(verdict);
});

test.each([
  ['an error page', json('<h1>Oops</h1>', 500), 'HTTP 500'],
  ['half a response', json('{"valid": tr', 200), 'HTTP 200'],
  ['another shape', json({ isvalid: 'yes' }), 'HTTP 200'],
  ['an empty list of refusals', json({ errorWrappers: [] }, 400), 'HTTP 400'],
])('treats %s as no response', async (_what, respond, reason) => {
  register.respondWith(respond);
  expect(await check()).toEqual({ outcome: 'unavailable', reason });
});

test('treats a closed connection, a redirect and a timeout as unavailable', async () => {
  register.respondWith((response) => void response.destroy());
  expect(await check()).toMatchObject({ outcome: 'unavailable' });
  register.respondWith((response) => void response.writeHead(302, { location: register.url() }).end());
  expect(await check()).toMatchObject({ outcome: 'unavailable' });

  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 20);
    return controller.signal;
  });
  register.respondWith(() => undefined);
  expect(await check()).toMatchObject({ outcome: 'unavailable' });
  expect(AbortSignal.timeout).toHaveBeenCalledWith(20_000);
  jest.restoreAllMocks();
});
