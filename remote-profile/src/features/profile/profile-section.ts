import type { Profile } from '@portal/contract/profile';
import type { ProfileForm } from './use-profile-form.ts';

/** What a section of the profile's form is given. */
export interface ProfileSectionProps {
  profile: Profile;
  form: ProfileForm;
}
