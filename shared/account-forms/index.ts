export { useCountdown } from './countdown.ts';
export { NewPasswordFields, type NewPasswordFieldsProps } from './new-password-fields.tsx';
export { PhoneField } from './phone-field.tsx';
export { ResendButton } from './resend-button.tsx';
export { useCountryOptions } from './use-country-options.ts';
