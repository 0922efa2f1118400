import { describe, expect, it } from '@jest/globals';
import { bySearch, matchesSearch } from './option-search.ts';

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
    ['İrlanda', 'IRLANDA', 'tr', true],
    ['İrlanda', 'irlanda', 'tr', true],
    ['Isparta', 'ISPARTA', 'tr', true],
    ['Europe/Istanbul', 'istanbul', 'tr', true],
    ['Europe/Istanbul', 'İSTANBUL', 'tr', true],
    ['Kırgızistan', 'KIRGIZ', 'tr', true],
    ['Österreich', 'oesterreich', 'de', true],
    ['Ägypten', 'AEGYPTEN', 'de', true],
    ['Österreich', 'oesterreich', 'en', false],
    ['États-Unis', 'etats', 'fr', true],
    ['États-Unis', 'ETATS-UNIS', 'fr', true],
    ['Côte d’Ivoire', "cote d'ivoire", 'fr', true],
    ['Švedija', 'svedija', 'lt', true],
    ['Čekija', 'CEKIJA', 'lt', true],
    ['Ķīna', 'kina', 'lv', true],
    ['Słowacja', 'slowacja', 'pl', true],
    ['Lõuna-Aafrika Vabariik', 'louna aafrika', 'et', true],
    ['España', 'espana', 'es', true],
    ['Færøerne', 'faeroerne', 'en', true],
    ['UTC−3', 'utc-3', 'en', true],
    ['Estonia', 'latvia', 'en', false],
    ['Estonia', '', 'en', true],
  ])('matches %s with "%s" in %s: %s', (text, typed, language, isFound) => {
    expect(matchesSearch(text, typed, language)).toBe(isFound);
  });
});

describe('bySearch', () => {
  it.each([
    [
      'in',
      'en',
      ['Argentina', 'Inner India', 'British Indian Ocean', 'India'],
      ['Inner India', 'India', 'British Indian Ocean', 'Argentina'],
    ],
    ['oe', 'de', ['Faeroeer', 'Österreich'], ['Österreich', 'Faeroeer']],
  ])('%s in %s', (typed, language, texts, sorted) => {
    expect(texts.toSorted(bySearch(typed, language))).toEqual(sorted);
  });
});
