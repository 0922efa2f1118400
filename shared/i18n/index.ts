// The texts and fields of shared/ui know the API by this layer only.

export type { Language } from '@portal/contract/language';
export { localeOf } from '@portal/contract/language';
export { Trans } from 'react-i18next';
export { serverNow } from '../api/server-clock.ts';
export type { Format } from './format.ts';
export { changeLanguage, i18n, readMissingTexts, requireTexts, startI18n } from './i18n.ts';
export { languages, useLanguage } from './languages.ts';
export type { SharedResources } from './shared-resources.ts';
export { useErrorText } from './use-error-text.ts';
export { setFormatTimeZone, useFormat } from './use-format.ts';
export { MissingTextsError, useTranslation } from './use-translation.ts';
