import { expect, test } from '@jest/globals';
import { getProfile } from '@portal/contract/profile';
import { listServices } from '@portal/contract/services';
import { useServices } from '@portal/shared/session';
import { profileResponse, renderPage, reply, responses } from '@portal/shared/testing';
import { screen, within } from '@testing-library/react';
import { SuspensionBanner } from './suspension-banner.tsx';

const services = responses.listServices;
const [service] = services.services;

function Shown() {
  const { data } = useServices();
  return (
    <>
      <SuspensionBanner />
      {data && <p>Loaded</p>}
    </>
  );
}

function show(status: string, serviceStatuses: [type: string, status: string][]) {
  const listed = serviceStatuses.map(([type, of]) => ({
    ...service!,
    service_id: `svc_${type}`,
    type,
    status: of,
  }));
  return renderPage(<Shown />, {
    handlers: [
      reply(getProfile, { ...profileResponse, status }),
      reply(listServices, { ...services, services: listed }),
    ],
  });
}

test('says that the account is suspended, once, and opens the top-up and the support', async () => {
  const page = show('suspended', [
    ['voicing', 'suspended'],
    ['messaging', 'active'],
  ]);
  const banner = await screen.findByRole('region', { name: 'Suspension' });
  expect(within(banner).getByText('Your account is suspended')).toBeVisible();
  expect(within(banner).getAllByRole('button')).toHaveLength(2);
  await page.user.click(within(banner).getByRole('button', { name: 'Top up' }));
  expect(page.location().search).toContain('sidebar=finances/top-up');
});

test('says which service is suspended or blocked, and opens its top-up', async () => {
  const page = show('verified', [
    ['voicing', 'active'],
    ['messaging', 'blocked'],
  ]);
  expect(await screen.findByText('Your messaging service is suspended')).toBeVisible();
  expect(screen.queryByText(/voicing/)).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Top up' }));
  expect(page.location().search).toContain('svc_messaging');
});

test('shows nothing while all is active', async () => {
  show('verified', [['voicing', 'active']]);
  await screen.findByText('Loaded');
  expect(screen.queryByRole('region')).toBeNull();
});
