import { digitsOf, minPhoneDigits } from '@portal/contract/phone-number';
import { validationFailed } from '../errors/http-error.ts';
import { normalizeNumber } from '../phone-numbers/normalize-number.ts';

/**
 * E.164, `+37255512345`, of a number that `phoneNumberSchema` took: without a trunk prefix behind the country code, as in `49 (0)171`,
 * because the support calls it. Throws 422 when too few digits are left.
 */
export function accountPhone(phone: string): string {
  const number = normalizeNumber(`+${phone}`, undefined);
  if (digitsOf(number).length < minPhoneDigits)
    throw validationFailed({ field: 'phone', code: 'phone_digits_length' });
  return number;
}
