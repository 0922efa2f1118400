import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, knownErrorCode, knownFieldErrorCode } from '../api/api-error.ts';
import type { Format } from './format.ts';
import { useLazyFormat } from './use-format.ts';

interface ErrorTexts {
  /** What went wrong and what the customer can do, for any thrown value. */
  errorText: (error: unknown) => string;
  /** The text of a field's error code (the message of a schema's issue); `params` are the values in the text. */
  fieldErrorText: (code: string, params?: Params) => string;
}

type Params = Readonly<Record<string, unknown>>;

/** The texts of failures, in the language on the screen. */
export function useErrorText(): ErrorTexts {
  const { t } = useTranslation('error');
  const format = useLazyFormat();
  return useMemo(
    () => ({
      errorText: (error) => {
        const code = knownErrorCode(error);
        if (!(error instanceof ApiError)) return t(code);
        const { retryAfterSeconds: seconds } = error;
        if (code === 'rate_limited' && seconds)
          return t('rate_limited_until', { time: wait(seconds, format()) });
        // A code that a later server has added: its own words say more than "something went wrong".
        const isNew = code === 'unknown' && error.isExplained;
        if (isNew) return `${t(code)} (${error.message})`;
        const params = readable(error.params, format);
        // Some periods are limited by days, which the text names.
        return t(code === 'range_too_long' && 'max_days' in params ? 'range_too_long_days' : code, params);
      },
      fieldErrorText: (code, params = {}) => t(knownFieldErrorCode({ code }), readable(params, format)),
    }),
    [t, format],
  );
}

/** A wait in words, such as "in 2 minutes": rounded up, because an attempt that is too early is refused again. */
function wait(seconds: number, format: Format): string {
  const unit = seconds > 3600 ? 3600 : seconds > 60 ? 60 : 1;
  const now = new Date();
  const end = new Date(now.getTime() + Math.ceil(seconds / unit) * unit * 1000);
  return format.relativeTime(end.toISOString(), now);
}

/** Formats decimal strings as money when `params` contains their currency. */
function readable(params: Params, format: () => Format): Params {
  const { currency } = params;
  if (typeof currency !== 'string') return params;
  const isAmount = (value: unknown) => typeof value === 'string' && /^-?\d+\.\d+$/.test(value);
  const entries = Object.entries(params);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isAmount(value) ? format().money(String(value), currency) : value]),
  );
}
