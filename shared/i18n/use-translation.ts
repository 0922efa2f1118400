import { useTranslation as useI18nextTranslation } from 'react-i18next';
import { isMissingEssential } from './i18n.ts';

/** Texts without which a component must not be rendered could not be loaded. */
export class MissingTextsError extends Error {
  override readonly name = 'MissingTextsError';
}

/** The texts of namespaces, loaded when they are first used. Throws MissingTextsError when an essential one could not be loaded. */
export const useTranslation: typeof useI18nextTranslation = (namespaces, options) => {
  const translation = useI18nextTranslation(namespaces, options);
  const missing = [namespaces ?? []].flat().map(String).filter(isMissingEssential);
  if (missing.length > 0) throw new MissingTextsError(`no texts for ${missing.join(', ')}`);
  return translation;
};
