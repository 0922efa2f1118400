import { accountEndpoints } from './account-endpoints.ts';
import { financeEndpoints } from './finance-endpoints.ts';
import { securityEndpoints } from './security-endpoints.ts';
import { serviceEndpoints } from './service-endpoints.ts';

/** The 26 calls between the portal and its BFF, by operation id, in order of their numbers, and the optional ones after them. */
export const endpoints = {
  ...accountEndpoints,
  ...serviceEndpoints,
  ...financeEndpoints,
  ...securityEndpoints,
} as const;
export type EndpointId = keyof typeof endpoints;
