import type { SupportRequest } from '@portal/contract/support';
import type { SidebarParams } from '@portal/shared/area';

/** What travels with a request beside its text, in the order in which the customer sees it. */
export const contextKinds = ['route', 'service_id', 'row_id', 'request_id', 'language', 'timezone'] as const;
export type ContextKind = (typeof contextKinds)[number];
export type SupportContext = Partial<Record<ContextKind, string>>;

interface Place {
  pathname: string;
  params: SidebarParams;
  language: string;
  timezone: string | undefined;
}

const maxLength = 64;

/** What the customer was looking at: a place and ids, never contents. */
export function contextAt({ pathname, params, language, timezone }: Place): SupportContext {
  const found: Record<ContextKind, string | undefined> = {
    route: pathname.slice(0, 200),
    service_id: params['service_id']?.slice(0, maxLength),
    row_id: params['row_id']?.slice(0, maxLength),
    request_id: params['request_id']?.slice(0, maxLength),
    language,
    timezone,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value));
}

/** The same without what the customer does not want to send. */
export function without(context: SupportContext, removed: ContextKind): SupportContext {
  return Object.fromEntries(Object.entries(context).filter(([kind]) => kind !== removed));
}

/** The part of a request that says where it comes from. */
export function contextOf({
  service_id,
  ...context
}: SupportContext): Pick<SupportRequest, 'service_id' | 'context'> {
  return {
    ...(service_id !== undefined && { service_id }),
    ...(Object.keys(context).length > 0 && { context }),
  };
}
