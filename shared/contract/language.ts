// The script in the portal's HTML bundles this module, so it imports nothing.

/** The portal's languages, ISO 639-1, in menu order. */
export const languages = ['en', 'es', 'de', 'fr', 'pt', 'it', 'ru', 'tr', 'pl', 'et', 'lv', 'lt'] as const;
export type Language = (typeof languages)[number];

/**
 * Name of the query parameter and of the cookie that carry the language. The parameter is read once, when the portal
 * starts; afterwards the cookie carries the choice, so code that rewrites a URL removes the parameter.
 */
export const languageParameter = 'language';

/**
 * The language that a visitor asks for: the query parameter's, otherwise the cookie's; null when neither names one of
 * the portal's languages.
 *
 * @param search Query of the page's URL, with or without its question mark.
 * @param cookies The `Cookie` header, or `document.cookie`.
 */
export function requestedLanguage(search: string, cookies: string): Language | null {
  const parameter = new URLSearchParams(search).get(languageParameter);
  const prefix = `${languageParameter}=`;
  const cookie = cookies.split(/; */).find((pair) => pair.startsWith(prefix));
  return asLanguage(parameter) ?? asLanguage(cookie?.slice(prefix.length));
}

/** Reduces a regional code to one of the portal's languages: `pt-BR` → `pt`; null for any other language. */
export function asLanguage(code: string | null | undefined): Language | null {
  const short = code?.toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language === short) ?? null;
}

/** The locale of a language: `pt` alone would mean Brazil, and `en` the United States. */
export function localeOf(language: Language): string {
  if (language === 'en') return 'en-GB';
  return language === 'pt' ? 'pt-PT' : language;
}
