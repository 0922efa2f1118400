import { describe, expect, it } from '@jest/globals';
import { cdrQuerySchema } from '@portal/contract/cdr';
import { pagingEntries } from '@portal/contract/paging';
import { listOf, parameter, parameterOr } from '@portal/contract/query-value';
import * as v from 'valibot';
import { defineListFilters } from './list-filters.ts';
import { mergeQuery, parseQuery } from './url-query.ts';

const entries = {
  ...pagingEntries,
  order: parameterOr(v.string(), '-created'),
  from: parameter(v.string()),
  to: parameter(v.string()),
  status: parameter(listOf(['new', 'paid'])),
  row: parameter(v.string()),
};
const schema = v.object(entries);
const filters = defineListFilters(schema, { ranges: [['from', 'to']], other: ['row'] });
const read = (address: string) => parseQuery(schema, new URLSearchParams(address));

describe('the filters of a list', () => {
  it('count those that differ from their defaults, a range as one', () => {
    expect(filters.count(read(''))).toBe(0);
    expect(filters.count(read('from=1&to=2'))).toBe(1);
    expect(filters.count(read('to=2&status=new,paid'))).toBe(2);
  });

  it('do not count paging, order and the opened row', () => {
    expect(filters.count(read('limit=50&offset=50&order=created&row=7'))).toBe(0);
  });

  it('alone are what a request for totals contains', () => {
    expect(filters.only(read('from=1&status=paid&limit=50&offset=50&order=created&row=7'))).toEqual({
      from: '1',
      status: ['paid'],
    });
  });

  it('are removed from the address by a reset, which keeps the page size, the order and the row', () => {
    const address = new URLSearchParams('from=1&to=2&status=paid&limit=50&offset=50&order=created&row=7');
    expect(mergeQuery(schema, address, filters.reset).toString()).toBe('limit=50&order=created&row=7');
  });

  it('include a filter that is added to the schema: it is read, counted, reset and requested', () => {
    const wider = v.object({ ...entries, carrier: parameter(v.string()) });
    const { count, reset } = defineListFilters(wider, { ranges: [['from', 'to']], other: ['row'] });
    const address = new URLSearchParams('carrier=telia&row=7');
    const { row: _, ...requested } = parseQuery(wider, address);
    expect(requested).toMatchObject({ carrier: 'telia' });
    expect(count(requested)).toBe(1);
    expect(mergeQuery(wider, address, reset).toString()).toBe('row=7');
  });

  it('of the contract come with its schema', () => {
    const { reset } = defineListFilters(cdrQuerySchema);
    const paging = ['limit', 'offset', 'cursor', 'totals', 'order'];
    const names = Object.keys(cdrQuerySchema.entries).filter((name) => !paging.includes(name));
    expect(Object.keys(reset)).toEqual(names);
  });
});
