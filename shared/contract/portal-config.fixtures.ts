import type { PortalConfig } from './portal-config.ts';

/** The configuration of a portal that is under test. */
export const samplePortalConfig: PortalConfig = {
  brand: 'Dalat',
  instance: 'dalat',
  environment: 'test',
  bff_base_address: '/',
  account_base_address: '/',
  logout_address: '/login',
  default_language: 'en',
  bot_check: { provider: 'none', site_key: null },
  password_profile: 'spec',
  signature_public_key: 'AAAA',
};
