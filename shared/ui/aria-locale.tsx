import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';

// React Aria injects a <style> element unless one with this id is there; the content security policy would refuse it.
// The rule itself stands in tokens/reset.css.
const pressStyleId = 'react-aria-pressable-style';
if (typeof document !== 'undefined' && !document.getElementById(pressStyleId)) {
  const marker = document.createElement('meta');
  marker.id = pressStyleId;
  document.head.append(marker);
}

/** Regions that make React Aria format as the portal does: weeks begin on Monday, Portuguese is Portugal's. */
const regions: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-PT' };

/** Speaks to React Aria in the portal's language instead of the browser's. */
export function AriaLocale({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const language = i18n.language || 'en';
  return <I18nProvider locale={regions[language] ?? language}>{children}</I18nProvider>;
}
