import type { Profile, ProfileUpdate } from '@portal/contract/profile';
import { taxNumberExamples } from '@portal/contract/tax-number';
import { ApiError, queryClient } from '@portal/shared/api';
import { useUnsavedChanges } from '@portal/shared/area';
import { type FormState, useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { profileQuery, updateProfile } from '@portal/shared/session';
import { toast } from '@portal/shared/ui';
import { useMemo, useState } from 'react';
import {
  changesOf,
  changesSchema,
  lockedFields,
  locksFields,
  type ProfileValues,
  takenOver,
  valuesOf,
} from './profile-changes.ts';

export type ProfileForm = FormState<ProfileValues> & { discard: () => void };

/** The profile's form: sends what was changed, and follows the profile when it changes elsewhere. */
export function useProfileForm(
  profile: Profile,
  confirmLocking: (changes: ProfileUpdate) => Promise<boolean>,
): ProfileForm {
  const { t } = useTranslation('profile');
  const current = useMemo(() => valuesOf(profile), [profile]);
  const [base, setBase] = useState(current);
  const schema = useMemo(() => changesSchema(base), [base]);
  const form = useForm({
    schema,
    initial: base,
    issueParams: ({ country }) => ({ example: taxNumberExample(country) }),
    onSubmit: async (changes) => {
      if (Object.keys(changes).length === 0) {
        toast({ text: t('save.nothing') });
        return;
      }
      if (locksFields(changes) && !(await confirmLocking(changes))) return;
      const saved = valuesOf(await save(changes));
      setBase(saved);
      form.reset(saved);
      toast({ tone: 'success', text: t('save.done') });
    },
  });

  // Another tab, or a sidebar, has changed the profile.
  if (base !== current) {
    setBase(current);
    form.set(takenOver(base, current, form.values, lockedFields(profile)));
  }
  const isDirty = Object.keys(changesOf(current, form.values)).length > 0;
  useUnsavedChanges(isDirty);
  return { ...form, isDirty, discard: () => form.reset(current) };
}

/** A number as the country writes it, or one that stands for any other country's. */
export function taxNumberExample(country: string): string {
  return taxNumberExamples[country] ?? '123456789';
}

async function save(changes: ProfileUpdate): Promise<Profile> {
  try {
    return await updateProfile(changes);
  } catch (error) {
    const isLocked =
      error instanceof ApiError && (error.code === 'currency_locked' || error.code === 'tax_number_locked');
    // Set meanwhile from elsewhere: the page is to show what holds.
    if (isLocked) void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    throw error;
  }
}
