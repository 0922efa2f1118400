import path from 'node:path';
import type { PortalConfig } from '@portal/contract/portal-config';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { portalRoutes } from './portal.routes.ts';

/** The front end as this configuration serves it. */
export function portalPages(config: Config, database: Database): (app: FastifyInstance) => Promise<void> {
  return (app) =>
    portalRoutes(app, {
      portalFolder: path.resolve(config.PORTAL_DIR),
      config: portalConfig(config),
      database,
      isSecure: config.COOKIE_SECURE,
    });
}

function portalConfig(config: Config): PortalConfig {
  return {
    brand: config.BRAND,
    instance: config.INSTANCE,
    environment: config.PORTAL_ENV,
    bff_base_address: '/',
    account_base_address: config.ACCOUNT_URL,
    logout_address: config.LOGOUT_URL,
    default_language: config.DEFAULT_LANGUAGE,
    bot_check: {
      provider: config.BOT_CHECK,
      site_key: config.BOT_CHECK === 'recaptcha' ? (config.RECAPTCHA_SITE_KEY ?? null) : null,
    },
    password_profile: config.PASSWORD_PROFILE,
    signature_public_key: config.COMPOSITION_PUBLIC_KEY ?? '',
  };
}
