import { asLanguage, type Language } from '@portal/contract/language';
import { useTranslation } from 'react-i18next';

/** The language on the screen. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return asLanguage(i18n.language) ?? 'en';
}
