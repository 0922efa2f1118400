import * as v from 'valibot';

/**
 * What delivery reads of the configuration that the HTML carries. A portal adds members of its own; they travel with
 * these. Addresses are absolute URLs or paths on the portal's own origin.
 */
export const deliveryConfigSchema = v.object({
  /** Shown to visitors. */
  brand: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  instance: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  environment: v.picklist(['production', 'staging', 'development', 'test']),
  /** Prefix of the requests to the BFF; `/` for the portal's own origin. */
  bff_base_address: v.string(),
  /** ISO 639-1. */
  default_language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
  /** SPKI, base64; verifies the composition's signature. */
  signature_public_key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
});
export type DeliveryConfig = v.InferOutput<typeof deliveryConfigSchema>;
