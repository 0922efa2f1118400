import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { asLanguage, languages, requestedLanguage } from './language.ts';

describe('languages', () => {
  it('are those of portal.json', () => {
    const portal: unknown = JSON.parse(readFileSync(`${__dirname}/../../portal.json`, 'utf8'));
    expect(portal).toMatchObject({ languages });
  });
});

describe('requestedLanguage', () => {
  it.each([
    ['prefers the query parameter to the cookie', '?language=et', 'language=de', 'et'],
    ['reads a query without a question mark', 'plan=a&language=et', '', 'et'],
    ['reads the cookie among others', '', 'theme=dark; language=de; other_language=fr', 'de'],
    ['reads cookies that no space separates', '', 'theme=dark;language=de', 'de'],
    ['uses the cookie when the parameter names an unknown language', '?language=xx', 'language=pt-BR', 'pt'],
    ['returns null when both name unknown languages', '?language=english', 'language=nl', null],
    ['returns null without parameter and cookie', '', '', null],
  ])('%s', (_behaviour, search, cookies, language) => {
    expect(requestedLanguage(search, cookies)).toBe(language);
  });
});

describe('asLanguage', () => {
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
