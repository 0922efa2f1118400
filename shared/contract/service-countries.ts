import * as v from 'valibot';
import { countrySchema } from './country.ts';
import type { Endpoint } from './endpoint.ts';
import { countSchema } from './paging.ts';
import { maybe } from './response-member.ts';
import { serviceParamsSchema } from './services.ts';

/** An option of the country filter: `title` is English, for codes the client has no name of. */
const serviceCountrySchema = v.object({
  value: countrySchema,
  title: v.string(),
  description: maybe(v.string()),
  icon: maybe(v.string()),
  dial_code: maybe(v.string()),
  /** Calls or messages. */
  count: maybe(countSchema),
});
export type ServiceCountry = v.InferOutput<typeof serviceCountrySchema>;

export const listServiceCountries = {
  method: 'GET',
  path: '/v1/services/{service_id}/country',
  summary: 'Countries the service had calls or messages with',
  access: 'session',
  accountApi: true,
  params: serviceParamsSchema,
  response: v.object({
    success: v.literal(true),
    items: v.array(serviceCountrySchema),
    total: countSchema,
  }),
  errors: ['service_not_found'],
} as const satisfies Endpoint;
