import { verifyAccess } from '@portal/contract/access';
import { getProfile } from '@portal/contract/profile';
import { getBalance, listServices } from '@portal/contract/services';
import type { HttpHandler } from 'msw';
import { reply } from './reply.ts';
import { balanceResponse, servicesResponse } from './responses.fixtures.ts';

/** Answers to the calls that any page of the account may make: session, profile, services and their balances. */
export function accountHandlers(): HttpHandler[] {
  return [
    reply(verifyAccess),
    reply(getProfile),
    reply(listServices),
    reply(getBalance, ({ params }) => {
      const service = servicesResponse.services.find(({ service_id }) => service_id === params['service_id']);
      const balance = service?.balance ?? balanceResponse.balance;
      return { ...balanceResponse, service_id: params['service_id'] ?? '', balance, available: balance };
    }),
  ];
}
