import type { Profile } from '@portal/contract/profile';
import { useTranslation } from '@portal/shared/i18n';
import { Button, FailureNotice, Form, FormActions } from '@portal/shared/ui';
import { CompanySection } from './company-section.tsx';
import { LockDialog } from './lock-dialog.tsx';
import { PersonSection } from './person-section.tsx';
import { PlaceSection } from './place-section.tsx';
import classes from './profile-form.module.css';
import { useLinkedField } from './use-linked-field.ts';
import { useLockQuestion } from './use-lock-question.ts';
import { useProfileForm } from './use-profile-form.ts';

/** Everything about the account that its owner can change, saved together. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const question = useLockQuestion();
  const form = useProfileForm(profile, question.ask);
  useLinkedField();
  return (
    <>
      <Form onSubmit={form.submit} ref={form.ref} aria-label={t('title')} className={classes['form']}>
        <CompanySection profile={profile} form={form} />
        <PersonSection profile={profile} form={form} />
        <PlaceSection profile={profile} form={form} />
        <FormActions sticky={form.isDirty}>
          {/* Beside the button: the top of so long a form may be out of sight. */}
          <div className={classes['failure']}>
            <FailureNotice failure={form.failure} />
          </div>
          <Button type="submit" loading={form.isSubmitting}>
            {t('save.submit')}
          </Button>
          {form.isDirty && (
            <Button theme="outline" disabled={form.isSubmitting} onClick={form.discard}>
              {t('save.discard')}
            </Button>
          )}
        </FormActions>
      </Form>
      <LockDialog question={question} />
    </>
  );
}
