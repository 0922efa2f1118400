import type { MessagesQueryInput } from '@portal/contract/messages';
import { withQuery } from '@portal/shared/service-pages';

/** The URLs of the area. */
export const paths = {
  /** The history with filters; empty filters are left out. */
  history: (filters: MessagesQueryInput & { row?: string } = {}) => withQuery('/messaging/history', filters),
  report: () => '/messaging/report',
};
