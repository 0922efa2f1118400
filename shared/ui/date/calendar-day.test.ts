import { describe, expect, it } from '@jest/globals';
import { addDays, parseDay, todayIn, writeDay } from './calendar-day.ts';

describe('calendar days', () => {
  it.each([
    ['2026.03.31', '2026-03-31'],
    ['2026.3.1', '2026-03-01'],
    [' 2026-03-31 ', '2026-03-31'],
    ['20260331', '2026-03-31'],
    ['2024.02.29', '2024-02-29'],
    ['2026.02.29', null],
    ['2026.13.01', null],
    ['31.03.2026', null],
    ['', null],
  ])('parses "%s" as %s', (text, day) => {
    expect(parseDay(text)).toBe(day);
  });

  it('formats a day as yyyy.MM.dd', () => {
    expect(writeDay('2026-03-31')).toBe('2026.03.31');
    expect(writeDay(null)).toBe('');
  });

  it('adds days across months and leap years', () => {
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  });

  it('returns today in the time zone', () => {
    const lateEvening = new Date('2026-11-21T23:30:00Z');
    expect(todayIn('UTC', lateEvening)).toBe('2026-11-21');
    expect(todayIn('Europe/Tallinn', lateEvening)).toBe('2026-11-22');
  });
});
