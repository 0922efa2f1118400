import { type Language, languageParameter, languages } from '@portal/contract/language';
import LanguageDetector, { type DetectorOptions } from 'i18next-browser-languagedetector';

export const detection: DetectorOptions = {
  order: ['querystring', 'cookie'],
  lookupQuerystring: languageParameter,
  lookupCookie: languageParameter,
  caches: ['cookie'],
  cookieMinutes: 43_200,
  cookieOptions: { path: '/', sameSite: 'lax' },
};

/** The language a visitor asked for: the query parameter, else the cookie; null when neither names one of ours. */
export function detectLanguage(): Language | null {
  const detector = new LanguageDetector(null, detection);
  for (const source of detection.order ?? []) {
    const found = detector.detect([source]);
    const language = asLanguage(typeof found === 'string' ? found : found?.[0]);
    if (language !== null) return language;
  }
  return null;
}

/** Cuts a regional code to one of the portal's languages: `pt-BR` → `pt`; null for any other. */
export function asLanguage(code: string | null | undefined): Language | null {
  const short = code?.toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language === short) ?? null;
}
