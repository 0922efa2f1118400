import { type SupportRequest, ticketCategories } from '@portal/contract/support';
import type { SidebarParams } from '@portal/shared/area';

export interface SupportDraft {
  subject: string;
  body: string;
  category: (typeof ticketCategories)[number];
}

/** The form's first values: what the caller passed in the URL, and a category that fits the page. */
export function draftOf(params: SidebarParams, pathname: string): SupportDraft {
  return {
    subject: params['subject']?.slice(0, 150) ?? '',
    body: params['body']?.slice(0, 5000) ?? '',
    category: ticketCategories.find((category) => category === params['category']) ?? categoryAt(pathname),
  };
}

function categoryAt(pathname: string): SupportDraft['category'] {
  if (pathname.startsWith('/finances')) return 'billing';
  if (pathname.startsWith('/voicing/rented-numbers')) return 'numbers';
  if (pathname.startsWith('/voicing')) return 'voicing';
  if (pathname.startsWith('/messaging')) return 'messaging';
  return pathname.startsWith('/profile') ? 'account' : 'other';
}

/** What is sent with a request beside its text, in the order on the screen. */
export const contextKinds = ['route', 'service_id', 'row_id', 'request_id', 'language', 'timezone'] as const;
export type ContextKind = (typeof contextKinds)[number];
export type SupportContext = Partial<Record<ContextKind, string>>;

const maxLength = 64;

/** What the customer was looking at: a page and ids, never contents. */
export function contextAt(
  pathname: string,
  params: SidebarParams,
  settings: { language: string; timezone: string },
): SupportContext {
  const found: Record<ContextKind, string | undefined> = {
    route: pathname.slice(0, 200),
    service_id: params['service_id']?.slice(0, maxLength),
    row_id: params['row_id']?.slice(0, maxLength),
    request_id: params['request_id']?.slice(0, maxLength),
    ...settings,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value));
}

/** The context without a kind that the customer does not want to send. */
export function without(context: SupportContext, removed: ContextKind): SupportContext {
  return Object.fromEntries(Object.entries(context).filter(([kind]) => kind !== removed));
}

/** The fields of a request that hold its context. */
export function contextOf({
  service_id,
  ...context
}: SupportContext): Pick<SupportRequest, 'service_id' | 'context'> {
  return {
    ...(service_id !== undefined && { service_id }),
    ...(Object.keys(context).length > 0 && { context }),
  };
}
