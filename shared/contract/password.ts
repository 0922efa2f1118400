import * as v from 'valibot';
import { requestObject } from './request.ts';

/** The special characters that count; others are allowed beside them. */
export const passwordSpecials = "@;:()+_{}[]'$!%*?&-.,";

/** Rules of new passwords: the product's own, or those of NIST SP 800-63B for a password that stands alone. */
export const passwordProfiles = ['spec', 'nist'] as const;
export type PasswordProfile = (typeof passwordProfiles)[number];

const rules = {
  spec: [
    { id: 'password_length', test: (password: string) => password.length >= 8 && password.length <= 16 },
    { id: 'password_lowercase', test: (password: string) => /[a-z]/.test(password) },
    { id: 'password_uppercase', test: (password: string) => /[A-Z]/.test(password) },
    { id: 'password_digit', test: (password: string) => /\d/.test(password) },
    {
      id: 'password_special',
      test: (password: string) => [...passwordSpecials].some((special) => password.includes(special)),
    },
  ],
  // That it is no common one only the server can see.
  nist: [
    {
      id: 'passphrase_length',
      test: (password: string) => password.length <= 256 && isBetween([...password].length, 15, 128),
    },
  ],
} as const;

export type PasswordRule = (typeof rules)[PasswordProfile][number];

/** What a new password must fulfil, for a checklist. `id` is the field code and the translation key. */
export function passwordRulesOf(profile: PasswordProfile): readonly PasswordRule[] {
  return rules[profile];
}

function isBetween(length: number, min: number, max: number): boolean {
  return length >= min && length <= max;
}

/** A new password. One issue for each rule that is broken, or `password_required` alone. */
/* @__NO_SIDE_EFFECTS__ */
export function newPasswordSchema(profile: PasswordProfile) {
  return v.pipe(
    v.string('password_required'),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const password = dataset.value;
      if (password === '') addIssue({ message: 'password_required' });
      else for (const rule of rules[profile]) if (!rule.test(password)) addIssue({ message: rule.id });
    }),
  );
}

/** The password's repetition; that both are equal is for the form's schema to see. */
export const passwordRepeatSchema = v.string('password_repeat_mismatch');

/** A password in use, whatever the rules were when it was set. `required` is the code of an empty one. */
/* @__NO_SIDE_EFFECTS__ */
export function givenPassword(required: 'password_required' | 'current_password_required') {
  return v.pipe(v.string(required), v.nonEmpty(required), v.maxLength(256, 'field_invalid'));
}

/** Whether the password and its repetition are the same. */
export function isRepeated(form: { password: string; password_repeat: string }): boolean {
  return form.password === form.password_repeat;
}

/** What proves that it is still the customer who sits there. */
export const stepUpSchema = requestObject({ current_password: givenPassword('current_password_required') });
export type StepUp = v.InferInput<typeof stepUpSchema>;
