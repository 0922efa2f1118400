import { asLanguage, type Language } from '@portal/contract/language';
import { useTranslation } from 'react-i18next';

interface LanguageTitle {
  code: Language;
  title: string;
}

/** The portal's languages in menu order, each with its name in the language itself. */
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

/** The language on the screen. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return asLanguage(i18n.language) ?? 'en';
}
