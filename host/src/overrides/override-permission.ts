import { config } from '../document/portal-document.ts';

/** The storage's key. It is written by the form on `/about` alone, and read where developers work and nowhere else. */
export const overridesKey = 'portal.overrides';

/** Whether this deployment lets developers run areas from their own machines: never in production. */
export function areOverridesAllowed(): boolean {
  return config.environment === 'development' || config.environment === 'staging';
}
