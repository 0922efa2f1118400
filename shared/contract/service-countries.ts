import * as v from 'valibot';
import { countrySchema } from './country.ts';
import { maybe } from './maybe.ts';
import { countSchema } from './paging.ts';

/** An option of the country filter: `title` is English, for codes the client has no name of. */
export const serviceCountrySchema = v.object({
  value: countrySchema,
  title: v.string(),
  description: maybe(v.string()),
  icon: maybe(v.string()),
  dial_code: maybe(v.string()),
  /** Calls or messages. */
  count: maybe(countSchema),
});
export type ServiceCountry = v.InferOutput<typeof serviceCountrySchema>;

/** Call 19: the countries a service had calls or messages with. */
export const serviceCountriesSchema = v.object({
  success: v.literal(true),
  items: v.array(serviceCountrySchema),
  total: countSchema,
});
export type ServiceCountries = v.InferOutput<typeof serviceCountriesSchema>;
