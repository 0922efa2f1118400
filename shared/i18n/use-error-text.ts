import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { errorKey, fieldErrorKey } from '../api/error-key.ts';

export interface ErrorTexts {
  /** What went wrong and what to do, for any thrown value. */
  errorText: (error: unknown) => string;
  /** The text of one field's error: its code, with the values the text names. */
  fieldErrorText: (error: { code: string; params?: Record<string, unknown> | undefined }) => string;
}

/** Texts of failures in the language on the screen. */
export function useErrorText(): ErrorTexts {
  const { t } = useTranslation('error');
  return {
    errorText: (error) => t(errorKey(error), error instanceof ApiError ? error.params : {}),
    fieldErrorText: (error) => t(fieldErrorKey(error), error.params ?? {}),
  };
}
