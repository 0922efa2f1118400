import { beforeAll } from '@jest/globals';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createInstance } from 'i18next';
import type { ReactElement, ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import common from '../../host/locales/en/common.json';
import { preloadWidgets } from './lazy-widget.tsx';

// Loading React Aria may take longer than a query waits.
beforeAll(preloadWidgets);

/** Renders a component with the real English texts; `user` presses and types. */
export function renderInEnglish(component: ReactElement) {
  const i18n = createInstance();
  void i18n.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { common } },
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  const user = userEvent.setup();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
  );
  return { user, ...render(component, { wrapper }) };
}
