import * as v from 'valibot';
import { languageSchema } from './account-fields.ts';
import { passwordProfiles } from './password.ts';

/**
 * The host's configuration at run time, inlined into the HTML as JSON: the same build serves every environment.
 * Addresses are absolute URLs or paths on the portal's own origin. A host ignores what a newer server adds.
 */
export const portalConfigSchema = v.object({
  /** Shown to customers. */
  brand: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  instance: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  environment: v.picklist(['production', 'staging', 'development', 'test']),
  /** Prefix of the calls; `/` for the portal's own origin. */
  bff_base_address: v.string(),
  account_base_address: v.string(),
  /** Where a customer lands after logging out; leads to the login page. */
  logout_address: v.string(),
  default_language: languageSchema,
  bot_check: v.strictObject({
    provider: v.picklist(['none', 'altcha', 'recaptcha']),
    site_key: v.nullable(v.string()),
  }),
  /** The rules of new passwords; an older server knows only the first. */
  password_profile: v.optional(v.picklist(passwordProfiles), 'spec'),
  /** Minutes for which a mailed link to restore a password works; an older server does not say it. */
  restore_minutes: v.exactOptional(v.pipe(v.number(), v.integer())),
  /** Address of a second copy of all releases, without a trailing slash; absent when there is none. */
  alternate_files: v.exactOptional(v.pipe(v.string(), v.url())),
  /** SPKI, base64; verifies the composition's signature. */
  signature_public_key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
});
export type PortalConfig = v.InferOutput<typeof portalConfigSchema>;
