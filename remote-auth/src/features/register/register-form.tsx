import { timezoneSchema } from '@portal/contract/dates';
import { type RegisterResponse, register, registerRequestOf } from '@portal/contract/registration';
import { PhoneField, useCountryOptions } from '@portal/shared/account-forms';
import { request } from '@portal/shared/api';
import { portalSettings } from '@portal/shared/area';
import { useBotCheck } from '@portal/shared/bot-check';
import { useForm } from '@portal/shared/form';
import { useLanguage, useTranslation } from '@portal/shared/i18n';
import { Checkbox, FailureNotice, FieldRow, Form, Select, TextField } from '@portal/shared/ui/core';
import * as v from 'valibot';
import { NewPassword } from '../../new-password.tsx';
import { EmailField, SubmitButton } from '../../screen.tsx';
import { forgetDraft, readDraft, useSavedDraft } from './register-draft.ts';

interface RegisterFormProps {
  /** What was typed before, or what is left of it after a reload; the address in it was wrong. */
  draft: Partial<RegisterValues> | undefined;
  onRegistered: (values: RegisterValues, response: RegisterResponse) => Promise<void>;
}

export interface RegisterValues {
  name: string;
  company: string;
  email: string;
  phone: string;
  country: string | null;
  password: string;
  password_repeat: string;
  terms: boolean;
  language: string;
  timezone: string;
}

/** The customer's details, the login and the acceptance of the terms. */
export function RegisterForm({ draft, onRegistered }: RegisterFormProps) {
  const { t } = useTranslation('authorizationRegister');
  const language = useLanguage();
  const botCheck = useBotCheck('register');
  const form = useForm<RegisterValues, ReturnType<typeof registerRequestOf>>({
    schema: registerRequestOf(portalSettings().password_profile),
    initial: {
      name: '',
      company: '',
      email: '',
      phone: '',
      country: null,
      password: '',
      password_repeat: '',
      terms: false,
      language,
      timezone: browserTimezone(),
      ...readDraft(),
      ...draft,
    },
    onSubmit: async (values) => {
      const send = (captcha_token?: string) =>
        request(register, { body: { ...values, language, captcha_token } });
      const response = await botCheck.send(send);
      forgetDraft();
      await onRegistered(form.values, response);
    },
  });
  useSavedDraft(form.values);
  const countries = useCountryOptions();
  const country = form.field('country');
  const terms = form.field('terms');
  return (
    <Form
      onSubmit={form.submit}
      onFocus={botCheck.prepare}
      ref={form.ref}
      error={<FailureNotice failure={form.failure} />}
    >
      <FieldRow>
        <TextField label={t('name')} autoComplete="name" {...form.field('name')} />
        <TextField label={t('company')} autoComplete="organization" {...form.field('company')} />
      </FieldRow>
      <EmailField label={t('email')} {...form.field('email')} />
      <PhoneField label={t('phone')} description={t('phoneHint')} {...form.field('phone')} />
      <Select
        label={t('country')}
        optional
        placeholder={t('countryPlaceholder')}
        options={countries}
        value={country.value}
        error={country.error}
        onChange={country.onValueChange}
        onClear={() => country.onValueChange(null)}
      />
      <NewPassword password={form.field('password')} repeat={form.field('password_repeat')} />
      <Checkbox checked={terms.value} error={terms.error} onCheckedChange={terms.onValueChange}>
        {t('terms')}
      </Checkbox>
      <SubmitButton failure={form.failure} loading={form.isSubmitting}>
        {t('submit')}
      </SubmitButton>
      {botCheck.badge}
    </Form>
  );
}

/** The browser's time zone; UTC if it has none of a place, such as CET. The profile can change it. */
function browserTimezone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return v.is(timezoneSchema, timeZone) ? timeZone : 'UTC';
}
