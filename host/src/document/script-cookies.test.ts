/** @jest-environment-options { "url": "https://portal.example/welcome" } */
import { afterEach, expect, jest, test } from '@jest/globals';
import { readScriptCookie, writeScriptCookie } from './script-cookies.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

// watch-start.test.ts uses them on plain http.
test('over https, cookies are Secure and their names have a prefix', () => {
  const setCookie = jest.spyOn(document, 'cookie', 'set');
  writeScriptCookie('theme', 'dark', 60);
  expect(setCookie).toHaveBeenCalledWith('__Host-theme=dark; path=/; max-age=60; samesite=lax; secure');
  expect(document.cookie).toBe('__Host-theme=dark');
  expect(readScriptCookie('theme')).toBe('dark');
  writeScriptCookie('theme', '', 0);
  expect(document.cookie).toBe('');
});

test('over https, a cookie without the prefix does not count', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: another host of the same domain can set it
  document.cookie = 'theme=light; path=/';
  expect(readScriptCookie('theme')).toBeUndefined();
});
