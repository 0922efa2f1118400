import type { PortalVisit } from '@portal/federation-contract/portal-visit';

/** The portal's settings for this package. */
export interface FederationSettings {
  /** Shown in document titles. */
  brand: string;
  /** Name of the deployment, for support. */
  instance: string;
  environment: 'production' | 'staging' | 'development' | 'test';
  /** SPKI, base64: verifies the composition's signature. */
  publicKey: string;
  /** Address of a second copy of all releases, without a trailing slash. */
  alternateFiles?: string | undefined;
  /** Absolute URL that release telemetry is posted to. */
  telemetryUrl: string;
  /** The page's token for its reports, from the HTML. */
  pageToken: string;
  visit: PortalVisit;
}

/** Key of the session storage. Only the form of the about page writes it, and only where overrides are allowed. */
export const overridesKey = 'portal.overrides';

/** Member of the history entry's state with what was typed before the page left a withdrawn version. */
export const typedFieldsMember = 'typedFields';

let current: FederationSettings | undefined;

/** Sets the settings of this page. `startFederation` does; call it alone only in tests and for prerendering. */
export function configureFederation(settings: FederationSettings): void {
  current = settings;
}

/** The settings of this page. Throws before `configureFederation`. */
export function federationSettings(): FederationSettings {
  if (current === undefined) throw new Error('the federation is not configured yet');
  return current;
}

/** Whether this deployment allows developers to run areas from their own machines: never in production. */
export function areOverridesAllowed(): boolean {
  const { environment } = federationSettings();
  return environment === 'development' || environment === 'staging';
}
