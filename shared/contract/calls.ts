import { accountCalls } from './account-calls.ts';
import { financeCalls } from './finance-calls.ts';
import { serviceCalls } from './service-calls.ts';

/** All 26 calls between the portal and its BFF, by operation id, in order of their numbers. */
export const calls = { ...accountCalls, ...serviceCalls, ...financeCalls } as const;
export type CallId = keyof typeof calls;
