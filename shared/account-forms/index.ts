export { PhoneField, useCountryOptions } from './contact-fields.tsx';
export { NewPasswordFields, type NewPasswordFieldsProps } from './new-password-fields.tsx';
export { ResendButton, useCountdown } from './resend-button.tsx';
