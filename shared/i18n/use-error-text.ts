import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, knownErrorCode, knownFieldErrorCode } from '../api/api-error.ts';
import type { Format } from './format.ts';
import { useFormat } from './use-format.ts';

export interface ErrorTexts {
  /** What went wrong and what to do, for any thrown value. */
  errorText: (error: unknown) => string;
  /** The text of one field's code, such as the message of a schema's issue, with the values that the text names. */
  fieldErrorText: (code: string, params?: Params) => string;
}

type Params = Readonly<Record<string, unknown>>;

/** Texts of failures in the language on the screen. */
export function useErrorText(): ErrorTexts {
  const { t } = useTranslation('error');
  const format = useFormat();
  return useMemo(
    () => ({
      errorText: (error) =>
        t(knownErrorCode(error), error instanceof ApiError ? readable(error.params, format) : {}),
      fieldErrorText: (code, params = {}) => t(knownFieldErrorCode({ code }), readable(params, format)),
    }),
    [t, format],
  );
}

/** Decimal strings beside a currency are amounts of it. */
function readable(params: Params, format: Format): Params {
  const { currency } = params;
  if (typeof currency !== 'string') return params;
  const isAmount = (value: unknown) => typeof value === 'string' && /^-?\d+\.\d+$/.test(value);
  const entries = Object.entries(params);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isAmount(value) ? format.money(String(value), currency) : value]),
  );
}
