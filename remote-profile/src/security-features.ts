import type { Profile } from '@portal/contract/profile';

/** Whether the server has anything of what the security sidebar shows. */
export function hasSecurity(features: Profile['features']): boolean {
  return features['two_factor'] === true || features['sessions'] === true;
}
