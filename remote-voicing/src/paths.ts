import type { CdrQueryInput } from '@portal/contract/cdr';
import { withQuery } from '@portal/shared/service-pages';

/** The URLs of the area. */
export const paths = {
  /** The history with filters; empty filters are left out. */
  cdr: (filters: CdrQueryInput & { row?: string } = {}) => withQuery('/voicing/cdr', filters),
  report: () => '/voicing/report',
  rentedNumbers: () => '/voicing/rented-numbers',
};
