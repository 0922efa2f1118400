import { countryCodes } from '@portal/contract/country';
import { cleanPhone } from '@portal/contract/phone-number';
import { type RegisterResponse, registerRequestOf } from '@portal/contract/users';
import { portalSettings } from '@portal/shared/area';
import { useBotCheck } from '@portal/shared/bot-check';
import { useForm } from '@portal/shared/form';
import { useFormat, useLanguage, useTranslation } from '@portal/shared/i18n';
import { Checkbox, FieldRow, Form, Select, TextField } from '@portal/shared/ui/core';
import { EmailField } from '../../email-field.tsx';
import { NewPasswordFields } from '../../new-password/new-password-fields.tsx';
import { FormFailure } from '../../screen.tsx';
import { SubmitButton } from '../../submit-button.tsx';
import { register } from './register.api.ts';

interface RegisterFormProps {
  /** What was typed before, when the address turned out to be wrong. */
  draft: RegisterValues | undefined;
  onRegistered: (values: RegisterValues, answer: RegisterResponse) => void;
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

/** Who registers, how they log in, and that they accept the terms. */
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
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...draft,
    },
    onSubmit: async (request) => {
      const send = (captcha_token?: string) => register({ ...request, language, captcha_token });
      onRegistered(form.values, await botCheck.send(send));
    },
  });
  const terms = form.field('terms');
  return (
    <Form
      onSubmit={form.submit}
      onFocus={botCheck.prepare}
      ref={form.ref}
      error={<FormFailure failure={form.failure} />}
    >
      <FieldRow>
        <TextField label={t('name')} autoComplete="name" {...form.field('name')} />
        <TextField label={t('company')} autoComplete="organization" {...form.field('company')} />
      </FieldRow>
      <EmailField label={t('email')} {...form.field('email')} />
      <TextField
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        start="+"
        description={t('phoneHint')}
        {...form.field('phone')}
        onValueChange={(phone) => form.set({ phone: cleanPhone(phone) })}
      />
      <CountryField
        value={form.values.country}
        error={form.field('country').error}
        onChange={(country) => form.set({ country })}
      />
      <NewPasswordFields password={form.field('password')} repeat={form.field('password_repeat')} />
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

interface CountryFieldProps {
  value: string | null;
  error: string | undefined;
  onChange: (country: string | null) => void;
}

function CountryField({ value, error, onChange }: CountryFieldProps) {
  const { t } = useTranslation('authorizationRegister');
  const { countryName } = useFormat();
  const language = useLanguage();
  const options = countryCodes
    .map((code) => ({ value: code, title: countryName(code) }))
    .toSorted((a, b) => a.title.localeCompare(b.title, language));
  return (
    <Select
      label={t('country')}
      optional
      placeholder={t('countryPlaceholder')}
      options={options}
      value={value}
      error={error}
      onChange={onChange}
      onClear={() => onChange(null)}
    />
  );
}
