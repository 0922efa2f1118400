import type { Language } from '@portal/contract/language';

export interface LanguageTitle {
  code: Language;
  title: string;
}

/** The portal's languages in menu order, each named in itself. */
export const languages: readonly LanguageTitle[] = [
  { code: 'en', title: 'English' },
  { code: 'es', title: 'Español' },
  { code: 'de', title: 'Deutsch' },
  { code: 'fr', title: 'Français' },
  { code: 'pt', title: 'Português' },
  { code: 'it', title: 'Italiano' },
  { code: 'ru', title: 'Русский' },
  { code: 'tr', title: 'Türkçe' },
  { code: 'pl', title: 'Polski' },
  { code: 'et', title: 'Eesti' },
  { code: 'lv', title: 'Latviešu' },
  { code: 'lt', title: 'Lietuvių' },
];
