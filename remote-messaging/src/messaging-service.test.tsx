import { describe, expect, test } from '@jest/globals';
import { createService, listServices } from '@portal/contract/services';
import { ServiceGate } from '@portal/shared/service-pages';
import { problem, type Reply, renderPage, reply, sentTo, servicesResponse } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import { useMessagingService } from './messaging-service.ts';

const voicingOnly = servicesResponse.services.filter(({ type }) => type === 'voicing');
const none = reply(listServices, { ...servicesResponse, services: voicingOnly, total: 1 });

function Messaging() {
  return <ServiceGate service={useMessagingService()}>{() => 'the service'}</ServiceGate>;
}

function renderService(answer?: Reply<typeof createService>) {
  return renderPage(<Messaging />, {
    handlers: [none, reply(createService, answer)],
  });
}

describe('an account without a messaging service', () => {
  test('adds one with an idempotency key, and shows a confirmation and the page of the service', async () => {
    let services = voicingOnly;
    const { user } = renderPage(<Messaging />, {
      handlers: [
        reply(listServices, () => ({ ...servicesResponse, services, total: services.length })),
        reply(createService, () => {
          services = servicesResponse.services;
          return problem('service_exists');
        }),
      ],
    });

    await user.click(await screen.findByRole('button', { name: 'Add messaging' }));

    expect(await screen.findByText('the service')).toBeVisible();
    expect(screen.getByText('Your messaging service has been added.')).toBeVisible();
    const [request] = sentTo(createService);
    expect(request?.body).toEqual({ type: 'messaging' });
    expect(request?.headers.get('Idempotency-Key')).toMatch(/^\w{32}$/);
  });

  test('opens quick start while the profile is incomplete', async () => {
    const { user, location } = renderService(problem('not_configured'));

    await user.click(await screen.findByRole('button', { name: 'Add messaging' }));
    await user.click(await screen.findByRole('button', { name: 'Open quick start' }));

    expect(location().search).toBe('?sidebar=profile/quick-start');
  });

  test('shows why the service could not be added', async () => {
    const { user } = renderService(problem('maintenance'));

    await user.click(await screen.findByRole('button', { name: 'Add messaging' }));

    expect(await screen.findByRole('alert')).toBeVisible();
  });
});
