import { readFileSync } from 'node:fs';
import path from 'node:path';
import { requestedLanguage } from '@portal/contract/language';
import type { PortalConfig } from '@portal/contract/portal-config';
import { portalFactsSchema } from '@portal/federation-contract/portal-facts';
import { portalPages as pages } from '@portal/federation-server/portal-pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { unavailable } from '../../errors/http-error.ts';
import { readCookie } from '../../http/cookies.ts';
import { sessionCookie } from '../../sessions/sessions.ts';
import { recaptchaSources } from '../bot-check/recaptcha.ts';
import { acceptedCompositions } from './accepted-compositions.repository.ts';
import { firstResponses } from './first-responses.ts';
import { maintenanceHtml, readMaintenanceTexts } from './maintenance-page.ts';
import { pageTelemetry } from './page-visits.ts';

const factsFile = new URL('../../../../portal.json', import.meta.url);

type PagesContext = Pick<
  AppContext,
  'config' | 'database' | 'secrets' | 'readiness' | 'metrics' | 'sessions' | 'foundSessions' | 'load'
>;

/** The front end with this configuration. */
export function portalPages(
  config: Config,
  database: Database,
): (app: FastifyInstance, context: PagesContext) => Promise<void> {
  const options = { ...commonOptions(config), acceptedCompositions: acceptedCompositions(database) };
  return (app, context) =>
    pages(app, {
      ...options,
      telemetry: pageTelemetry(context),
      firstResponses: firstResponses(app, config, context),
      codeSources: config.BOT_CHECK === 'recaptcha' ? recaptchaSources : undefined,
      onReadiness: (canServe) => context.readiness.push(canServe),
      onComposition: context.metrics?.follow,
    });
}

/**
 * The front end of a portal that has not reached its database: files of releases, and the maintenance page at the
 * addresses of pages. The live composition counts only if it is not older than the one that the database has stored.
 */
export function maintenancePages(config: Config): (app: FastifyInstance) => Promise<void> {
  const acceptedCompositions = { find: () => Promise.reject(unavailable()), save: async () => undefined };
  const options = { ...commonOptions(config), acceptedCompositions };
  return (app) => pages(app, options);
}

function commonOptions(config: Config) {
  const texts = readMaintenanceTexts();
  return {
    portalFolder: path.resolve(config.PORTAL_DIR),
    config: portalConfig(config),
    isSecure: config.COOKIE_SECURE,
    facts: v.parse(portalFactsSchema, JSON.parse(readFileSync(factsFile, 'utf8'))),
    requestedLanguage,
    // Only the API finds out whether the session has not ended.
    hasSession: (request: FastifyRequest) => readCookie(request, sessionCookie(config)) !== undefined,
    maintenanceHtml: (language: string) => maintenanceHtml(texts, { language, brand: config.BRAND }),
  };
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
    restore_minutes: config.RESTORE_MINUTES,
    signature_public_key: config.COMPOSITION_PUBLIC_KEY ?? '',
    ...(config.ALTERNATE_FILES_URL !== undefined && { alternate_files: config.ALTERNATE_FILES_URL }),
  };
}
