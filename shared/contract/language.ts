import * as v from 'valibot';

/** The portal's twelve languages, ISO 639-1, in menu order. */
export const languages = ['en', 'es', 'de', 'fr', 'pt', 'it', 'ru', 'tr', 'pl', 'et', 'lv', 'lt'] as const;

/** One of the portal's languages, as profile, cookie and query parameter carry it. */
export const languageSchema = v.picklist(languages);
export type Language = v.InferOutput<typeof languageSchema>;

/**
 * Name of the query parameter and of the cookie that carry the language. The parameter counts once, when the portal
 * starts; from then on the cookie carries the choice, so whoever rewrites an address leaves the parameter out.
 */
export const languageParameter = 'language';
