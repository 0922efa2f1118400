/** @jest-environment-options { "url": "https://portal.example/login?language=et" } */
import { expect, jest, test } from '@jest/globals';
import { startI18n } from './i18n.ts';

test('over https, the cookie of the language is Secure', async () => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}));
  const setCookie = jest.spyOn(document, 'cookie', 'set');
  await startI18n({ defaultLanguage: 'en', localeUrl: (...names) => `/locales/${names.join('/')}.json` });
  expect(setCookie).toHaveBeenCalledWith('language=et; path=/; max-age=2592000; samesite=lax; secure');
  expect(document.cookie).toBe('language=et');
});
