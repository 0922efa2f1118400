import type { Profile, ProfileUpdate } from '@portal/contract/profile';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Button,
  ConfirmDialog,
  DetailList,
  FailureNotice,
  Form,
  FormActions,
  focusIfLost,
  Stack,
} from '@portal/shared/ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { CompanySection } from './company-section.tsx';
import { PersonSection, PlaceSection } from './person-section.tsx';
import classes from './profile-form.module.css';
import { useLinkedField, useProfileForm } from './use-profile-form.ts';

/** Everything about the account that its owner can change, saved with one button. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const question = useLockQuestion();
  const form = useProfileForm(profile, question.ask);
  const submit = useRef<HTMLButtonElement>(null);
  useLinkedField();
  return (
    <>
      <Form onSubmit={form.submit} ref={form.ref} aria-label={t('title')} className={classes['form']}>
        <CompanySection profile={profile} form={form} />
        <PersonSection profile={profile} form={form} />
        <PlaceSection profile={profile} form={form} />
        <FormActions sticky={form.isDirty}>
          {/* Beside the button, because the top of a form this long may be out of sight. */}
          <div className={classes['failure']}>
            {form.failure !== null && <Failure failure={form.failure} submit={submit} />}
          </div>
          <Button type="submit" ref={submit} loading={form.isSubmitting}>
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

interface FailureProps {
  failure: unknown;
  submit: RefObject<HTMLButtonElement | null>;
}

function Failure({ failure, submit }: FailureProps) {
  // It disappears with the focus when the profile turns out to be saved.
  useEffect(() => {
    const button = submit.current;
    return () => focusIfLost([button], { preventScroll: true });
  }, [submit]);
  return <FailureNotice failure={failure} />;
}

/** Asks before something is saved that only support can change later. */
function useLockQuestion() {
  const [asked, setAsked] = useState<{ changes: ProfileUpdate; answer: (isAgreed: boolean) => void }>();
  return {
    /** What is about to be set permanently; undefined while nothing is asked. */
    changes: asked?.changes,
    /** Resolves to whether the customer agrees. */
    ask: (changes: ProfileUpdate) =>
      new Promise<boolean>((resolve) => setAsked({ changes, answer: resolve })),
    answer: (isAgreed: boolean) => {
      asked?.answer(isAgreed);
      setAsked(undefined);
    },
  };
}

/** Shows again what is about to be set permanently. */
function LockDialog({ question }: { question: ReturnType<typeof useLockQuestion> }) {
  const { t } = useTranslation('profile');
  const { countryName } = useFormat();
  const { country, currency, tax_number } = question.changes ?? {};
  return (
    <ConfirmDialog
      isOpen={question.changes !== undefined}
      title={t('lock.title')}
      confirmText={t('lock.confirm')}
      cancelText={t('lock.back')}
      onConfirm={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      <Stack>
        <DetailList
          items={[
            // A tax number belongs to its country, so both are locked together. A country alone stays editable.
            tax_number !== undefined && { term: t('field.country'), description: countryName(country) },
            currency !== undefined && { term: t('field.currency'), description: t(`currency.${currency}`) },
            tax_number !== undefined && { term: t('field.taxNumber'), description: tax_number },
          ]}
        />
        <p>{t('lock.text')}</p>
      </Stack>
    </ConfirmDialog>
  );
}
