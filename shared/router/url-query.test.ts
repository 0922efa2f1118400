import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { mergeQuery, parseQuery } from './url-query.ts';

const schema = v.object({
  status: v.optional(v.picklist(['paid', 'pending'])),
  filter_query: v.optional(v.string(), ''),
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.picklist([10, 25, 50])),
    '25',
  ),
  offset: v.optional(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)), '0'),
});

const parse = (search: string) => parseQuery(schema, new URLSearchParams(search));
const merge = (search: string, patch: object) =>
  mergeQuery(schema, new URLSearchParams(search), patch).toString();

it('leaves the cursor of a page when another selection is made, not when a row of the page is opened', () => {
  expect(merge('offset=10025&cursor=x', { status: 'paid' })).toBe('status=paid');
  expect(merge('offset=10025&cursor=x', { row: '7', offset: '10025' })).toBe('offset=10025&cursor=x&row=7');
});

describe('reading the address', () => {
  it('gives defaults for what is absent', () => {
    expect(parse('')).toEqual({ filter_query: '', limit: 25, offset: 0 });
  });

  it('reads what is there', () => {
    expect(parse('status=paid&limit=50&offset=100')).toEqual({
      status: 'paid',
      filter_query: '',
      limit: 50,
      offset: 100,
    });
  });

  it('drops only what the schema refuses', () => {
    expect(parse('status=stolen&limit=7&offset=50')).toEqual({ filter_query: '', limit: 25, offset: 50 });
  });

  it('falls back to the defaults when the values contradict each other', () => {
    const range = v.pipe(
      v.object({ from: v.optional(v.string(), ''), to: v.optional(v.string(), '') }),
      v.check(({ from, to }) => to === '' || from <= to),
    );
    expect(parseQuery(range, new URLSearchParams('from=2&to=1'))).toEqual({ from: '', to: '' });
  });

  it('says so when a schema cannot do without parameters', () => {
    expect(() => parseQuery(v.object({ id: v.string() }), new URLSearchParams('id2=1'))).toThrow(TypeError);
  });
});

describe('writing the address', () => {
  it('keeps parameters it does not know', () => {
    expect(merge('sidebar=finances%2Ftop-up', { status: 'paid' })).toBe(
      'sidebar=finances%2Ftop-up&status=paid',
    );
  });

  it('leaves out a language that may have been changed since', () => {
    expect(merge('language=et', { status: 'paid' })).toBe('status=paid');
  });

  it('goes back to the first page when the selection changes', () => {
    expect(merge('offset=50&limit=50', { status: 'paid' })).toBe('limit=50&status=paid');
  });

  it('moves to another page of the same selection', () => {
    expect(merge('status=paid', { offset: 50 })).toBe('status=paid&offset=50');
  });

  it.each([undefined, null, '', []])('takes out a parameter set to %p', (value) => {
    expect(merge('status=paid', { status: value })).toBe('');
  });

  it('leaves out defaults', () => {
    expect(merge('limit=50', { limit: 25, offset: 0 })).toBe('');
  });

  it('writes lists with commas and keeps a plus sign', () => {
    const search = mergeQuery(
      v.object({ status: v.optional(v.string()), filter: v.optional(v.string()) }),
      new URLSearchParams(),
      {
        status: ['a', 'b'].join(','),
        filter: '+372',
      },
    );
    expect(new URLSearchParams(search.toString()).get('filter')).toBe('+372');
    expect(search.get('status')).toBe('a,b');
  });
});
