import { describe, expect, it } from '@jest/globals';
import { profileSchema } from '@portal/contract/profile';
import { profileResponse } from '@portal/shared/testing';
import * as v from 'valibot';
import { changesOf, mergedValues, valuesOf } from './profile-changes.ts';
import { timeIn, timeZoneOptions } from './time-zones.ts';

const base = valuesOf(v.parse(profileSchema, profileResponse));

describe('changesOf', () => {
  it.each([
    ['nothing when nothing changed', {}, {}],
    ['an emptied field, which its rule rejects', { name: '' }, { name: '' }],
    ['a tax number with its country', { tax_number: 'EE1' }, { country: 'ee', tax_number: 'EE1' }],
    [
      'a country with the tax number that must fit it',
      { country: 'lv' },
      { country: 'lv', tax_number: 'EE100000010' },
    ],
    [
      'a country alone while there is no tax number',
      { country: 'lv', tax_number: '' },
      { country: 'lv', tax_number: '' },
    ],
  ])('returns %s', (_case, patch, changes) => {
    expect(changesOf(base, { ...base, ...patch })).toEqual(changes);
  });
});

describe('a profile that changes elsewhere', () => {
  const next = { ...base, name: 'Elsewhere', company: 'Elsewhere', currency: 'usd' as const };

  it('does not replace fields that the customer is changing', () => {
    const values = { ...base, name: 'Typed' };
    expect({ ...values, ...mergedValues(base, next, values, {}) }).toEqual({ ...next, name: 'Typed' });
  });

  it('replaces a field that can no longer be edited', () => {
    const open = { ...base, currency: null };
    const values = { ...open, currency: 'eur' as const };
    expect(mergedValues(open, next, values, { currency: true })).toMatchObject({ currency: 'usd' });
  });
});

describe('time zones', () => {
  const values = timeZoneOptions('Mars/Base').map(({ value }) => value);

  it("start with UTC, once, and include the account's zone", () => {
    expect(values.filter((value) => value === 'UTC')).toEqual(['UTC']);
    expect(values[0]).toBe('UTC');
    expect(values).toContain('Mars/Base');
  });

  it('have their present names', () => {
    expect(values).toEqual(expect.arrayContaining(['Europe/Kyiv', 'Asia/Kolkata']));
    expect(values).not.toContain('Europe/Kiev');
  });

  it('are found by city, offset and former name', () => {
    const found = (zone: string) => {
      const { title, description, keywords } =
        timeZoneOptions('UTC').find(({ value }) => value === zone) ?? {};
      return `${title} ${description} ${keywords}`;
    };
    expect(found('Asia/Kolkata')).toBe('Asia/Kolkata UTC+05:30 UTC+5:30 GMT+5:30 GMT+05:30 Asia/Calcutta');
    expect(found('America/Argentina/Buenos_Aires')).toContain('Buenos Aires UTC-03:00 UTC-3 GMT-3');
    expect(found('Africa/Abidjan')).toContain('UTC+00:00');
    expect(found('UTC')).toContain('GMT');
    expect(
      timeZoneOptions('Mars/Base').find(({ value }) => value === 'Mars/Base')?.description,
    ).toBeUndefined();
  });

  it('show the time, unless the browser does not know them', () => {
    expect(timeIn('Asia/Kolkata', 'en-GB')).toMatch(/^\d\d:\d\d GMT\+5:30$/);
    expect(timeIn('Mars/Base', 'en-GB')).toBeNull();
  });
});
