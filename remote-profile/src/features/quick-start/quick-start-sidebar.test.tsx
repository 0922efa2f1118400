import { describe, expect, it } from '@jest/globals';
import { getProfile } from '@portal/contract/profile';
import { confirm } from '@portal/contract/registration';
import { createService, getBalance, listServices } from '@portal/contract/services';
import {
  balanceResponse,
  problem,
  profileResponse,
  type ResponseBody,
  renderPage,
  reply,
  restorePasswordResponse,
  sentTo,
  serviceResponse,
  servicesResponse,
} from '@portal/shared/testing';
import { screen, within } from '@testing-library/react';
import QuickStartSidebar from './quick-start-sidebar.tsx';

type Profile = ResponseBody<typeof getProfile>;

const fresh: Profile = {
  ...profileResponse,
  configured: false,
  confirmed: false,
  address: null,
  country: null,
  tax_number: null,
  tax_number_can_edit: true,
  currency: null,
  currency_can_edit: true,
};
const noServices = { ...servicesResponse, services: [], total: 0 };
const [voicing] = servicesResponse.services;
const unpaid = { ...servicesResponse, services: [{ ...voicing!, balance: null }], total: 1 };

function show(
  profile: Profile,
  services: ResponseBody<typeof listServices> = noServices,
  balance = '0.0000',
) {
  let listed = services;
  return renderPage(<QuickStartSidebar />, {
    url: '/?sidebar=profile/quick-start',
    handlers: [
      reply(getProfile, profile),
      reply(listServices, () => listed),
      reply(getBalance, { ...balanceResponse, balance }),
      reply(createService, () => {
        listed = unpaid;
        return serviceResponse;
      }),
      reply(confirm, restorePasswordResponse),
    ],
  });
}

const step = async (name: RegExp) => {
  const steps = await screen.findByRole('list', { name: 'Steps of the set-up' });
  const items = within(steps).getAllByRole('listitem');
  return within(items.find((item) => name.test(item.textContent))!);
};

describe('quick start', () => {
  it('guides a new customer through every step', async () => {
    show(fresh);
    expect(await screen.findByText('0 of 5 steps done')).toBeVisible();
    const place = await step(/^2?Country and address/);
    expect(place.getByRole('link', { name: 'Fill in' })).toHaveAttribute('href', '/profile#country');
    const currency = await step(/^3?Currency/);
    expect(currency.getByRole('link')).toHaveAttribute('href', '/profile#currency');
    const tax = await step(/^4?Tax number/);
    expect(tax.getByRole('link')).toHaveAttribute('href', '/profile#tax_number');
    const service = await step(/Add a service/);
    expect(service.queryByRole('button')).not.toBeInTheDocument();
    expect(service.getByText(/once your currency is chosen/)).toBeVisible();
  });

  it('sends the confirmation again, and counts down to the next mail', async () => {
    const { user } = show(fresh);
    await user.click(await screen.findByRole('button', { name: 'Send the message again' }));
    expect(await screen.findByRole('button', { name: /Send again in 60 s/ })).toBeDisabled();
    expect(sentTo(confirm)[0]?.body).toEqual({ email: 'ann@example.com', resend: true });
  });

  it('derives the steps from the account', async () => {
    show({ ...fresh, confirmed: true, country: 'de', address: 'Hauptstr. 1', currency: 'eur' });
    expect(await screen.findByText('3 of 5 steps done')).toBeVisible();
    expect(screen.getByText('Hauptstr. 1, Germany')).toBeVisible();
    expect(screen.getByText(/For example DE123456788/)).toBeVisible();
    const steps = screen.getByRole('list', { name: 'Steps of the set-up' });
    expect(within(steps).getByRole('listitem', { current: 'step' })).toHaveTextContent('Tax number');
  });

  it('adds a service, then offers to top it up', async () => {
    const page = show(profileResponse);
    await page.user.click(await screen.findByRole('button', { name: 'Add voicing' }));
    await page.user.click(await screen.findByRole('button', { name: 'Top up' }));
    expect(sentTo(createService)[0]?.body).toEqual({ type: 'voicing' });
    expect(page.location().search).toBe('?sidebar=finances/top-up&sidebar.service_id=svc_vo_8KQ2');
  });

  it('is done once money has moved', async () => {
    show(profileResponse, unpaid, '-3.1000');
    expect(await screen.findByText('Everything is set up')).toBeVisible();
    expect(screen.getByText('5 of 5 steps done')).toBeVisible();
  });

  it('shows that loading failed, and can be tried again', async () => {
    renderPage(<QuickStartSidebar />, { handlers: [reply(listServices, problem('maintenance'))] });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
