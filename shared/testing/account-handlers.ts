import type { HttpHandler } from 'msw';
import { balanceAnswer, servicesAnswer } from './call-answers.fixtures.ts';
import { reply } from './reply.ts';

/** Answers to the calls that any page of the account may make: profile, services and their balances. */
export function accountHandlers(): HttpHandler[] {
  return [
    reply('getProfile'),
    reply('listServices'),
    reply('getBalance', ({ params }) => {
      const service = servicesAnswer.services.find(({ service_id }) => service_id === params['service_id']);
      const balance = service?.balance ?? balanceAnswer.balance;
      return { ...balanceAnswer, service_id: params['service_id'] ?? '', balance, available: balance };
    }),
  ];
}
