import type { PortalConfig } from '@portal/contract/portal-config';

/** The settings of the host's configuration that areas use. */
type PortalSettings = Pick<PortalConfig, 'bot_check' | 'password_profile'>;

let settings: PortalSettings = {
  bot_check: { provider: 'none', site_key: null },
  password_profile: 'spec',
};

/** Sets the settings of this portal. The host calls it once at start. */
export function configurePortal(changes: PortalSettings): void {
  settings = changes;
}

/** The settings of this portal. */
export function portalSettings(): PortalSettings {
  return settings;
}
