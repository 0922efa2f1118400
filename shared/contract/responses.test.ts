import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { activityExamples } from './activity.fixtures.ts';
import { listCdrs } from './cdr.ts';
import { countrySchema } from './country.ts';
import { dateSchema, timestampSchema } from './dates.ts';
import { messageGroupOfStatus, messageStatuses, messageStatusGroups } from './messages.ts';
import { servicesExamples } from './services.fixtures.ts';
import { servicesSchema } from './services.ts';

const cdrs = activityExamples.listCdrs.responses[0]!;
const services = servicesExamples.listServices.responses[0]!;

test('a status of a later release is kept, and a member of it is ignored', () => {
  const items = cdrs.items.map((item) => ({ ...item, result: 'redirected', hologram: true }));
  const [cdr] = v.parse(listCdrs.response, { ...cdrs, items }).items;
  expect(cdr?.result).toBe('redirected');
  expect(cdr).not.toHaveProperty('hologram');
});

test('members that may be absent are read as null', () => {
  const [cdr] = v.parse(listCdrs.response, cdrs).items;
  expect(cdr).toMatchObject({ codec: null, mos: null, number_from_name: null });
});

test('an unknown total is null', () => {
  expect(v.parse(listCdrs.response, { ...cdrs, total: null }).total).toBeNull();
});

test('a service may have a balance below zero, or one that is not loaded', () => {
  for (const balance of ['-3.5000', null]) {
    const [service] = v.parse(servicesSchema, {
      ...services,
      services: services.services.map((service) => ({ ...service, balance })),
    }).services;
    expect(service?.balance).toBe(balance);
  }
});

test('money as a number breaks the contract', () => {
  const items = cdrs.items.map((item) => ({ ...item, price: 0.0134 }));
  expect(v.is(listCdrs.response, { ...cdrs, items })).toBe(false);
});

test.each([
  ['el', 'gr'],
  ['EL', 'gr'],
  ['DE', 'de'],
])('country %s is read as %s', (code, country) => {
  expect(v.parse(countrySchema, code)).toBe(country);
});

test.each(['2026-11-21T07:30:11Z', '2026-11-21T06:58:12.310Z'])('%s is a moment', (text) => {
  expect(v.is(timestampSchema, text)).toBe(true);
});

test.each(['2026-11-21T07:30:11', '2026-11-21T07:30:11+02:00', '2026-11-21', '2026-13-21T07:30:11Z', ''])(
  '%j is no moment in UTC',
  (text) => {
    expect(v.is(timestampSchema, text)).toBe(false);
  },
);

test.each(['2025-02-29', '2026-1-1', '2026.01.01', ''])('%j is no day', (text) => {
  expect(v.is(dateSchema, text)).toBe(false);
});

test('every status of a message has its group', () => {
  expect(Object.keys(messageGroupOfStatus)).toEqual([...messageStatuses]);
  expect(new Set(Object.values(messageGroupOfStatus))).toEqual(new Set(messageStatusGroups));
});
