import type { Profile } from '@portal/contract/profile';
import { owesDpu } from '../../accounts/account-access.ts';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Config } from '../../config/config.ts';
import { hasRegister } from '../tax-register/tax-register.ts';
import { vatToday } from '../vat/vat.ts';

/**
 * Converts an account to the contract's shape. Locks, `configured` and VAT are derived, never stored or accepted as input.
 */
export function toProfile(account: AccountRow, config: Config): Profile {
  const isTaxNumberOpen = account.tax_number === null;
  // Without a register for the number there is no tax status to show.
  const isAnswerDue = hasRegister(config, account);
  const isCurrencyOpen = account.currency === null;
  const vat = vatToday(account, config);
  return {
    success: true,
    configured: !isTaxNumberOpen && !isCurrencyOpen && account.country !== null,
    confirmed: account.email_confirmed_at !== null,
    status: account.status,
    status_reason: account.status_reason,
    email: account.email,
    pending_email: account.pending_email,
    // The phone field accepts no plus sign.
    phone: account.phone.replace('+', ''),
    name: account.name,
    company: account.company,
    address: account.address,
    country: account.country,
    tax_number: account.tax_number,
    tax_number_can_edit: isTaxNumberOpen,
    tax_value: vat.rate,
    tax_status: isAnswerDue || account.tax_status !== 'unchecked' ? account.tax_status : null,
    tax_checked_at: account.tax_checked_at,
    tax_reason: vat.reason,
    tax_country: vat.country,
    reverse_charge: vat.treatment === 'reverse_charge',
    currency: account.currency,
    currency_can_edit: isCurrencyOpen,
    timezone: account.timezone,
    language: account.language,
    crypto_enabled: account.crypto_enabled && config.CRYPTO !== 'none',
    created: account.created,
    account_sid: account.account_sid,
    account_token: masked(account.account_token_last4),
    account_token_secondary: masked(account.second_token_last4),
    account_token_last_used: account.account_token_last_used,
    account_token_secondary_last_used: account.second_token_last_used,
    terms_version: account.terms_version,
    dpu_version: account.dpu_version,
    dpu_required: owesDpu(account),
    features: {
      account_api: true,
      account_tokens: true,
      payment_details: true,
      sessions: true,
      top_up_quote: true,
      two_factor: true,
      webhooks: true,
    },
  };
}

function masked(last4: string | null): string | null {
  return last4 === null ? null : `••••${last4}`;
}
