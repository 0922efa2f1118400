import type { MessagesQueryInput } from '@portal/contract/messages';

/** The URLs of the area. */
export const paths = {
  /** The history with filters; empty filters are left out. */
  history: (filters: MessagesQueryInput & { row?: string } = {}) => withQuery('/messaging/history', filters),
  report: () => '/messaging/report',
};

function withQuery(path: string, filters: object): string {
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
}
