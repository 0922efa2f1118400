import type { CdrQueryInput } from '@portal/contract/cdr';

/** The URLs of the area. */
export const paths = {
  /** The history with filters; empty filters are left out. */
  cdr: (filters: CdrQueryInput & { row?: string } = {}) => withQuery('/voicing/cdr', filters),
  report: () => '/voicing/report',
  rentedNumbers: () => '/voicing/rented-numbers',
};

function withQuery(path: string, filters: object): string {
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
}
