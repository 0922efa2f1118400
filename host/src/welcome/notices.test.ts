import { expect, test } from '@jest/globals';
import { profileSchema } from '@portal/contract/profile';
import { servicesSchema } from '@portal/contract/services';
import { profileResponse, servicesResponse } from '@portal/shared/testing';
import * as v from 'valibot';
import { findNotices } from './notifications.tsx';

const profile = v.parse(profileSchema, profileResponse);
const [service] = v.parse(servicesSchema, servicesResponse).services;
if (service === undefined) throw new Error('the fixture has a service');
const quiet = { ...service, available: '50.0000', threshold_state: 'armed' };

test('returns no notices when nothing needs attention', () => {
  expect(findNotices(profile, [quiet])).toEqual([]);
});

test('lists a negative balance before a low one, and both before the set-up', () => {
  const unconfigured = { ...profile, configured: false };
  const low = {
    ...quiet,
    service_id: 'low',
    available: '4.0000',
    threshold_state: 'triggered',
    threshold_amount: '20.00',
  };
  const negative = { ...quiet, service_id: 'negative', available: '-3.2000' };
  const texts = findNotices(unconfigured, [low, negative]).map((notice) => notice.text);
  expect(texts).toEqual(['balanceNegative', 'balanceLow', 'notConfigured']);
});

test('asks for the address, without which an account cannot top up', () => {
  const texts = findNotices({ ...profile, address: null }, [quiet]).map((notice) => notice.text);
  expect(texts).toEqual(['notConfigured']);
});

test('offers a top-up of the service whose balance is negative', () => {
  const [notice] = findNotices(profile, [{ ...quiet, available: '-0.0100' }]);
  expect(notice?.action).toEqual({
    text: 'topUp',
    role: 'top-up',
    params: { service_id: quiet.service_id },
  });
});

test('returns no notice for a service whose balance is unknown', () => {
  expect(findNotices(profile, [{ ...quiet, balance: null, available: null }])).toEqual([]);
});

test('returns no notice for a balance below zero within the credit limit', () => {
  expect(findNotices(profile, [{ ...quiet, balance: '-3.0000', available: '7.0000' }])).toEqual([]);
});
