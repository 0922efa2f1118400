import type { PortalConfig } from '@portal/contract/portal-config';

/** What of the host's configuration concerns areas. */
export type PortalSettings = Pick<PortalConfig, 'bot_check' | 'password_profile'>;

let settings: PortalSettings = {
  bot_check: { provider: 'none', site_key: null },
  password_profile: 'spec',
};

/** The host calls it once at start. */
export function configurePortal(changes: PortalSettings): void {
  settings = changes;
}

/** How this provider has set the portal up. */
export function portalSettings(): PortalSettings {
  return settings;
}
