import { expect, test } from '@jest/globals';
import { createMailer } from '../../mail/mailer.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenBalance } from '../ledger/ledger.fixtures.ts';
import { lowBalanceAlertsJob } from './low-balance-alerts.job.ts';
import { findServices } from './services.repository.ts';

const portal = testPortal();

async function alert(): Promise<void> {
  const mailer = createMailer(portal.config, portal.database, portal.queue);
  await lowBalanceAlertsJob({ database: portal.database, mailer }).run({});
}

async function setBalance(accountId: string, balance: string): Promise<void> {
  const [service] = await findServices(portal.database.system, accountId);
  await givenBalance(portal.database, { account_id: accountId, service_id: service!.service_id }, balance);
}

async function alertsTo(email: string) {
  const mails = await portal.mails();
  return mails.filter((mail) => mail.to === email && mail.text.includes('finances/top-up'));
}

test('mails once when a balance falls below the threshold, and again after it has risen', async () => {
  const customer = await portal.customer({ language: 'de' });
  const { email, account_id: accountId } = customer.account;
  const created = await customer.post('/v1/services', { type: 'voicing' });
  const { service } = created.body;
  await setBalance(accountId, '50');
  await customer.put('/v1/finances/threshold', {
    service_id: service.service_id,
    threshold_enabled: true,
    threshold_balance: '20.00',
  });
  await alert();
  expect(await alertsTo(email)).toHaveLength(0);

  await setBalance(accountId, '18.4023');
  await alert();
  await alert();
  const [mailed, ...more] = await alertsTo(email);
  expect(more).toHaveLength(0);
  expect(mailed?.subject).toBe('Ihr Guthaben für Telefonie ist niedrig');
  expect(mailed?.text).toMatch(/18,40\s€.*20,00\s€/);
  expect(mailed?.text).toContain(`sidebar.service_id=${service.service_id}`);

  await setBalance(accountId, '30');
  await setBalance(accountId, '5');
  await alert();
  expect(await alertsTo(email)).toHaveLength(2);
});

test('sends no mail when the threshold is off', async () => {
  const customer = await portal.customer();
  await customer.post('/v1/services', { type: 'voicing' });
  await setBalance(customer.account.account_id, '-3');
  await alert();
  expect(await alertsTo(customer.account.email)).toHaveLength(0);
});
