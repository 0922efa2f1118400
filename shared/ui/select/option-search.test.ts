import { describe, expect, it } from '@jest/globals';
import { matchesSearch } from './option-search.ts';

describe('matchesSearch', () => {
  it.each([
    ['Åland Islands', 'aland', 'en', true],
    ['Côte d’Ivoire', 'COTE', 'fr', true],
    ['Türkiye', 'turk', 'tr', true],
    ['Isparta', 'ısp', 'tr', true],
    ['Isparta', 'isp', 'tr', true],
    ['İstanbul', 'istanbul', 'tr', true],
    ['İstanbul', 'istanbul', 'en', true],
    ['Łódź', 'lodz', 'pl', true],
    ['Österreich', 'oster', 'de', true],
    ['Straße', 'strasse', 'de', true],
    ['Ёлка', 'елка', 'ru', true],
    ['United States of America', 'america united', 'en', true],
    ['Estonia', 'latvia', 'en', false],
    ['Estonia', '', 'en', true],
  ])('%s is found by "%s" in %s: %s', (text, typed, language, isFound) => {
    expect(matchesSearch(text, typed, language)).toBe(isFound);
  });
});
