import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { languages, localeOf } from '@portal/contract/language';
import fc from 'fast-check';
import { createFormat } from './format.ts';

const english = createFormat('en', 'Europe/Tallinn');

afterEach(() => {
  jest.restoreAllMocks();
});

it('creates only the Intl objects that are used', () => {
  const created = (['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat', 'DisplayNames'] as const).map(
    (name) => jest.spyOn(Intl, name),
  );
  const format = createFormat('en', 'Europe/Tallinn');
  expect(created.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0]);
  expect([format.date('2026-07-14'), format.date('2026-07-15')]).toEqual(['14/07/2026', '15/07/2026']);
  expect(created.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 0]);
});

describe('money', () => {
  it.each([
    ['18.4023', '€18.40'],
    ['-18.4023', '−€18.41'],
    ['0.999', '€0.99'],
    ['0.00', '€0.00'],
    ['0', '€0.00'],
    ['0.004', '< €0.01'],
    ['-0.004', '−€0.01'],
    ['12345678901234567890.12', '€12,345,678,901,234,567,890.12'],
  ])('shows the balance %s as %s', (amount, text) => {
    expect(english.money(amount, 'eur')).toBe(text);
  });

  it('shows the requested number of decimals', () => {
    expect(english.money('0.5', 'usd', { scale: 4 })).toBe('$0.5000');
    expect(english.money('0.00004', 'usd', { scale: 4 })).toBe('< $0.0001');
  });

  it('rounds costs to the nearest', () => {
    expect(english.money('595.679991', 'eur', { rounding: 'halfExpand' })).toBe('€595.68');
    expect(english.money('0.043061', 'eur', { scale: 4, rounding: 'halfExpand' })).toBe('€0.0431');
    expect(english.money('-0.005', 'eur', { rounding: 'halfExpand' })).toBe('−€0.01');
    expect(english.money('0.004', 'eur', { rounding: 'halfExpand' })).toBe('< €0.01');
  });

  it.each([
    ['0.012', '€0.012'],
    ['0.039000', '€0.039'],
    ['3', '€3.00'],
    ['0.099900497', '€0.099900497'],
  ])('shows the rate %s as %s', (amount, text) => {
    expect(english.rate(amount, 'eur')).toBe(text);
  });

  it.each([null, undefined, '', 'NaN', '1,5', 'abc'])('shows a dash for %p', (amount) => {
    expect(english.money(amount, 'eur')).toBe('–');
    expect(english.rate(amount, 'eur')).toBe('–');
  });

  it('never rounds a balance up', () => {
    const plain = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
    fc.assert(
      fc.property(plain, (micros) => {
        const digits = String(micros < 0n ? -micros : micros).padStart(7, '0');
        const amount = `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
        const text = english.money(amount, 'eur');
        if (text.startsWith('<')) return micros > 0n && micros < 10_000n;
        const shown = BigInt(text.replace('−', '-').replaceAll(/[^\d-]/g, ''));
        return shown * 10_000n <= micros && micros < (shown + 1n) * 10_000n;
      }),
    );
  });

  it.each(languages)('shows the currency in %s', (language) => {
    const format = createFormat(language, 'UTC');
    expect(format.money('12345.50', 'eur')).toContain('€');
    expect(format.money('12345.50', 'eur').replaceAll(/\D/g, '')).toBe('1234550');
  });
});

describe('moments', () => {
  it('shows a moment in the account’s time zone, in summer and winter time', () => {
    expect(english.dateTime('2026-07-01T21:30:00Z')).toBe('02/07/2026, 00:30');
    expect(english.dateTime('2026-12-01T21:30:00Z')).toBe('01/12/2026, 23:30');
  });

  it('shows seconds on request', () => {
    expect(english.dateTime('2026-12-01T21:30:07.310Z', { seconds: true })).toBe('01/12/2026, 23:30:07');
  });

  it.each([
    ['Europe/Tallinn', '2026-07-01T21:30:00Z', 'UTC+03:00'],
    ['Europe/Tallinn', '2026-12-01T21:30:00Z', 'UTC+02:00'],
    ['Asia/Kathmandu', '2026-12-01T21:30:00Z', 'UTC+05:45'],
    ['America/St_Johns', '2026-12-01T21:30:00Z', 'UTC-03:30'],
    ['UTC', '2026-12-01T21:30:00Z', 'UTC+00:00'],
  ])('names the offset of %s at %s', (zone, moment, offset) => {
    expect(createFormat('de', zone).zoneOffset(moment)).toBe(offset);
  });

  it('shows a calendar day unchanged in every time zone', () => {
    for (const zone of ['Pacific/Honolulu', 'UTC', 'Pacific/Kiritimati']) {
      expect(createFormat('en', zone).date('2026-11-01')).toBe('01/11/2026');
    }
  });

  it('shows the day of a moment in the time zone', () => {
    expect(english.date('2026-11-01T23:30:00Z')).toBe('02/11/2026');
  });

  it('omits the year from a short date', () => {
    expect(english.shortDate('2026-11-01')).toBe('01/11');
    expect(english.shortDate('2026-11-01T23:30:00Z')).toBe('02/11');
  });

  it('names a month with its year', () => {
    expect(english.month(2026, 10)).toBe('October 2026');
  });

  it.each([
    ['2026-11-21T07:29:30Z', '30 seconds ago'],
    ['2026-11-21T07:25:00Z', '5 minutes ago'],
    ['2026-11-20T07:30:00Z', 'yesterday'],
    ['2026-11-23T07:30:00Z', 'in 2 days'],
    ['2025-11-01T07:30:00Z', 'last year'],
  ])('shows %s as %s', (moment, text) => {
    expect(english.relativeTime(moment, new Date('2026-11-21T07:30:00Z'))).toBe(text);
  });

  it('shows a dash for a value that is not a moment', () => {
    expect(english.dateTime(null)).toBe('–');
    expect(english.date('soon')).toBe('–');
    expect(english.relativeTime(undefined)).toBe('–');
  });
});

describe('numbers', () => {
  it.each([
    [0, '0:00:00'],
    [67, '0:01:07'],
    [3661, '1:01:01'],
    [104_525, '29:02:05'],
    [null, '–'],
  ])('shows %p seconds as %s', (seconds, text) => {
    expect(english.duration(seconds)).toBe(text);
  });

  it('shows a percentage of 0 to 100', () => {
    expect(english.percent(94.94)).toBe('94.9%');
    expect(english.percent(null)).toBe('–');
  });

  it('groups digits', () => {
    expect(english.number(1_234_567)).toBe('1,234,567');
    expect(english.number(0.56, { maximumFractionDigits: 1 })).toBe('0.6');
    expect(english.number(0.56)).toBe('0.56');
  });
});

describe('names', () => {
  it('names countries in the language, and Greece for both of its codes', () => {
    expect(createFormat('de', 'UTC').countryName('ee')).toBe('Estland');
    expect(english.countryName('gr')).toBe('Greece');
    expect(english.countryName('el')).toBe('Greece');
    expect(english.countryName(null)).toBe('–');
  });

  it('uses the conventions of Portugal and Britain', () => {
    expect(localeOf('pt')).toBe('pt-PT');
    expect(localeOf('en')).toBe('en-GB');
    expect(localeOf('et')).toBe('et');
  });
});
