import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { localeOf, useLanguage } from '../i18n/index.ts';

// React Aria injects a <style> element unless one with this id is there; the content security policy would refuse it.
// The rule itself stands in tokens/reset.css.
const pressStyleId = 'react-aria-pressable-style';
if (typeof document !== 'undefined' && !document.getElementById(pressStyleId)) {
  const marker = document.createElement('meta');
  marker.id = pressStyleId;
  document.head.append(marker);
}

/** Speaks to React Aria in the portal's language instead of the browser's; weeks begin on Monday. */
export function AriaLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={localeOf(useLanguage())}>{children}</I18nProvider>;
}
