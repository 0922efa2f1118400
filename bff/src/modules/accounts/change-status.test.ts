import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { close, resume, suspend, verify } from './change-status.ts';
import { staffActions } from './staff-actions.fixtures.ts';

const portal = testPortal();
const perform = staffActions(portal);

test('verifies an account once', async () => {
  const { account_id: account } = await portal.account();
  expect(await perform('verify', verify, { account })).toEqual({ before: 'not_verified', after: 'verified' });
  await expect(perform('verify', verify, { account })).rejects.toThrow('The status is verified');
  await expect(perform('verify', verify, { account: 'acc_OTHER' })).rejects.toThrow('no account acc_OTHER');
});

test.each(['not_verified', 'verified'])(
  'resumes an account with the status %s, which it had before',
  async (status) => {
    const { account_id: account } = await portal.account({ status });
    await perform('suspend', suspend, { account });
    await expect(perform('suspend', suspend, { account })).rejects.toThrow('The status is suspended');
    expect(await perform('resume', resume, { account })).toEqual({ before: 'suspended', after: status });
    await expect(perform('resume', resume, { account })).rejects.toThrow(`The status is ${status}`);
  },
);

test('resumes an account with its last status, although it was suspended before by a clock that was ahead', async () => {
  const { account_id: account } = await portal.account();
  await perform('suspend', suspend, { account });
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(
      sql`update staff_actions set recorded_at = now() + interval '49 days' where account_id = ${account}`,
    );
  });
  await perform('resume', resume, { account });
  await perform('verify', verify, { account });
  await perform('suspend', suspend, { account });
  expect(await perform('resume', resume, { account })).toEqual({ before: 'suspended', after: 'verified' });
});

test('closes a suspended account, and resumes it step by step', async () => {
  const customer = await portal.customer({ status: 'verified' });
  const { account_id: account } = customer.account;
  await perform('suspend', suspend, { account });
  expect((await customer.get('/v1/accounts/profile')).status).toBe(200);
  await perform('close', close, { account });
  expect((await customer.get('/v1/accounts/profile')).status).toBe(401);
  await perform('resume', resume, { account });
  expect(await perform('resume', resume, { account })).toEqual({ before: 'suspended', after: 'verified' });
});

test('suspends and resumes one service', async () => {
  const customer = await portal.customer();
  const { account_id: account } = customer.account;
  const { service_id: service } = await givenService(portal.database, account);
  const statuses = async () =>
    (await customer.get('/v1/services/all')).body.services.map(({ status }: { status: string }) => status);
  await perform('suspend', suspend, { account, service });
  expect(await statuses()).toEqual(['suspended']);
  await perform('resume', resume, { account, service });
  expect(await statuses()).toEqual(['active']);
  await expect(perform('suspend', suspend, { account, service: 'svc_other' })).rejects.toThrow(
    'no service svc_other',
  );
});
