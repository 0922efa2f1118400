import { accountCalls } from './account-calls.ts';
import { financeCalls } from './finance-calls.ts';
import { securityCalls } from './security-calls.ts';
import { serviceCalls } from './service-calls.ts';

/** The 26 calls between the portal and its BFF, by operation id, in order of their numbers, and the optional ones after them. */
export const calls = { ...accountCalls, ...serviceCalls, ...financeCalls, ...securityCalls } as const;
export type CallId = keyof typeof calls;
