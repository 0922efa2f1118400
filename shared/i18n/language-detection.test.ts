import { afterEach, describe, expect, it } from '@jest/globals';
import { asLanguage, detectLanguage } from './language-detection.ts';

afterEach(() => {
  window.history.replaceState(null, '', '/');
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'language=; path=/; max-age=0';
});

function setCookie(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = `language=${language}; path=/`;
}

describe('the visitor’s language', () => {
  it('is the one in the address before the one in the cookie', () => {
    setCookie('de');
    window.history.replaceState(null, '', '/login?language=et');
    expect(detectLanguage()).toBe('et');
  });

  it('is the one in the cookie when the address names none of ours', () => {
    setCookie('de');
    window.history.replaceState(null, '', '/login?language=xx');
    expect(detectLanguage()).toBe('de');
  });

  it('is not known without either', () => {
    expect(detectLanguage()).toBeNull();
  });

  it.each([
    ['pt-BR', 'pt'],
    ['PT_br', 'pt'],
    ['en', 'en'],
    ['nl', null],
    ['', null],
    [null, null],
  ])('reads %p as %p', (code, language) => {
    expect(asLanguage(code)).toBe(language);
  });
});
