import type { Profile } from '@portal/contract/profile';
import { type SidebarParams, withSidebar } from '@portal/shared/area';
import { useLocation } from '@portal/shared/router';

/** Fields of the profile's form that a link can lead to, and the tokens and webhooks below it. */
export const linkedFields = ['country', 'address', 'currency', 'tax_number', 'tokens', 'webhooks'] as const;
export type LinkedField = (typeof linkedFields)[number];

/** Every URL of the area. */
export const paths = {
  /** The profile; a field named here takes the focus. */
  profile: (field?: LinkedField) => (field === undefined ? '/profile' : `/profile#${field}`),
};

/** The area's own sidebars. */
export const sidebars = {
  email: 'profile/email',
  password: 'profile/password',
  security: 'profile/security',
  webhook: 'profile/webhook',
  support: 'profile/support',
  quickStart: 'profile/quick-start',
  exports: 'profile/exports',
} as const;

/** URLs that open a sidebar over the present page, for links. */
export function useSidebarHref(): (id: string, params?: SidebarParams) => string {
  const { search } = useLocation();
  return (id, params = {}) => `?${withSidebar(search, id, params)}`;
}

/** Whether the server has a feature that the security sidebar shows. */
export function hasSecurity(features: Profile['features']): boolean {
  return features['two_factor'] === true || features['sessions'] === true;
}
