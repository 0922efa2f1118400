import type { Profile, ProfileUpdate } from '@portal/contract/profile';
import { taxNumberForms } from '@portal/contract/tax-number';
import { useUnsavedChanges } from '@portal/shared/area';
import { type FormState, useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { useLocation, useNavigate } from '@portal/shared/router';
import { updateProfile } from '@portal/shared/session';
import { toast } from '@portal/shared/ui';
import { useEffect, useMemo, useState } from 'react';
import { type LinkedField, linkedFields } from '../../../paths.ts';
import {
  changesOf,
  changesSchema,
  hasChanges,
  lockedFields,
  locksFields,
  mergedValues,
  type ProfileValues,
  valuesOf,
} from './profile-changes.ts';

type ProfileFormState = FormState<ProfileValues> & { discard: () => void };

/** What a section of the form is given. */
export interface ProfileSectionProps {
  profile: Profile;
  form: ProfileFormState;
}

/** An attempt to save that has failed: it may have been stored nevertheless, if only its response was lost. */
interface FailedAttempt {
  /** What the form showed. */
  values: ProfileValues;
  changes: ProfileUpdate;
}

/** The state of the profile's form: it sends only what changed, and follows changes of the profile from elsewhere. */
export function useProfileForm(
  profile: Profile,
  confirmLocking: (changes: ProfileUpdate) => Promise<boolean>,
): ProfileFormState {
  const { t } = useTranslation('profile');
  const current = useMemo(() => valuesOf(profile), [profile]);
  const [base, setBase] = useState(current);
  const [failed, setFailed] = useState<FailedAttempt | null>(null);
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
      setFailed(null);
      const saved = valuesOf(
        await updateProfile(changes).catch((error: unknown) => {
          setFailed({ values: form.values, changes });
          throw error;
        }),
      );
      setBase(saved);
      form.reset(saved);
      toast({ tone: 'success', text: t('save.done') });
    },
  });

  const isStored = failed !== null && hasChanges(current, failed.changes);
  // Another tab, a sidebar or an attempt whose response was lost changed the profile.
  if (base !== current) {
    setBase(current);
    form.set(mergedValues(isStored ? failed.values : base, current, form.values, lockedFields(profile)));
  }
  const { clearFailure } = form;
  useEffect(() => {
    if (!isStored) return;
    setFailed(null);
    clearFailure();
    toast({ tone: 'success', text: t('save.done') });
  }, [isStored, clearFailure, t]);
  const isDirty = Object.keys(changesOf(current, form.values)).length > 0;
  useUnsavedChanges(isDirty);
  function discard(): void {
    setFailed(null);
    form.reset(current);
  }
  return { ...form, isDirty, discard };
}

/** An example of the country's tax number; for a country without one, a plain number. */
export function taxNumberExample(country: string): string {
  return taxNumberForms(country)[0] ?? '123456789';
}

/** Moves the focus to the field that the URL names, once: `/profile#currency`. */
export function useLinkedField(): void {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const field = linkedFields.find((name) => hash === `#${name}`);

  useEffect(() => {
    if (field === undefined) return;
    // A new page takes the focus first, and a closing sidebar returns it.
    const timer = setTimeout(() => {
      document.getElementById(fieldId(field))?.focus();
      // Without its hash the URL can be followed again. The field stays in view.
      void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
    }, 50);
    return () => clearTimeout(timer);
  }, [field, pathname, search, navigate]);
}

/** The id of a field's control in the document, where a link can lead. */
export function fieldId(field: LinkedField): string {
  return `profile-${field}`;
}
