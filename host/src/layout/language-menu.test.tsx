import { expect, test } from '@jest/globals';
import { updateProfile } from '@portal/contract/profile';
import { i18n, startI18n } from '@portal/shared/i18n';
import { renderPage, sentTo } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import common from '../../locales/en/common.json';
import error from '../../locales/en/error.json';
import { LanguageMenu } from './language-menu.tsx';

test('keeps the language and shows why when the texts of another one cannot be loaded', async () => {
  await startI18n({
    defaultLanguage: 'en',
    localeUrl: (language, namespace) => `http://localhost/locales/${language}/${namespace}.json`,
    resources: { en: { common, error } },
  });
  const failing = http.get('http://localhost/locales/de/*', () => new HttpResponse(null, { status: 503 }));
  const { user } = renderPage(<LanguageMenu isSaved />, { handlers: [failing] });
  await user.click(await screen.findByRole('button', { name: /^Language/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }));
  const message = await screen.findByText(common.shell.languageUnavailable, undefined, { timeout: 30_000 });
  expect(message).toBeVisible();
  expect(screen.getByRole('button', { name: /^Language/ })).toHaveTextContent('EN');
  expect(i18n.language).toBe('en');
  expect(sentTo(updateProfile)).toEqual([]);
}, 40_000);
