import type { Language } from '@portal/contract/language';
import { initReactI18next } from 'react-i18next';
import { i18n } from '../i18n/i18n.ts';
import { readTexts } from './workspace-files.ts';

/** Puts a language on the screen, with the texts of the JSON files. A key that has no text fails the test. */
export function showLanguage(language: Language): void {
  if (!i18n.isInitialized) start();
  if (!i18n.hasResourceBundle(language, 'common')) {
    for (const [namespace, texts] of Object.entries(readTexts(language))) {
      i18n.addResourceBundle(language, namespace, texts);
    }
  }
  void i18n.changeLanguage(language);
}

function start(): void {
  void i18n.use(initReactI18next).init({
    lng: 'en',
    resources: { en: readTexts('en') },
    fallbackLng: false,
    defaultNS: 'common',
    initAsync: false,
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (languages, namespace, key) => {
      throw new Error(`No text for ${namespace}:${key} in ${languages.join(', ')}`);
    },
  });
}
