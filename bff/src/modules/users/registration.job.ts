import { languageSchema } from '@portal/contract/language-schema';
import { currencySchema } from '@portal/contract/money';
import * as v from 'valibot';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../database/database.ts';
import { defineJob } from '../../queue/job.ts';
import {
  findAccountByEmail,
  insertAccount,
  type NewAccount,
  updateAccount,
} from '../accounts/accounts.repository.ts';
import { taxTreatment } from '../accounts/tax-treatment.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { tellOwner } from './tell-owner.ts';

const registrationSchema = v.object({
  email: v.string(),
  password_hash: v.string(),
  name: v.string(),
  company: v.string(),
  phone: v.string(),
  country: v.nullable(v.string()),
  currency: v.nullable(currencySchema),
  language: languageSchema,
  timezone: v.string(),
  terms_version: v.string(),
  /** When the form was sent: the terms were accepted and the password was set then. */
  registered_at: v.string(),
});

/**
 * Adds an account that waits for its address to be confirmed, or meets the one that is there. Not part of the call:
 * what the address is known for shows in how long this takes.
 */
export function registrationJob(context: AppContext) {
  return defineJob({
    name: 'registration',
    schema: registrationSchema,
    run: ({ registered_at, ...form }) =>
      context.database.asSystem(async (tx) => {
        const { country } = form;
        // Named here, not left to the table's defaults: an unconfirmed account that is registered again gets them anew.
        const account: NewAccount = {
          ...form,
          password_changed_at: registered_at,
          terms_accepted_at: registered_at,
          ...taxTreatment({ country, taxStatus: 'unchecked' }, context.config.PROVIDER_COUNTRY),
        };
        const added = await insertAccount(tx, context.secrets, account);
        if (added !== undefined) return sendConfirmation(context, tx, added);
        return meetKnownAddress(context, tx, account);
      }),
  });
}

/** A confirmed account is left alone and told; an unconfirmed one belongs to whoever confirms it, so it starts anew. */
async function meetKnownAddress(context: AppContext, tx: Transaction, account: NewAccount): Promise<void> {
  const known = await findAccountByEmail(tx, account.email);
  if (known === undefined) return;
  if (known.email_confirmed_at === null) {
    const renewed = await updateAccount(tx, known.account_id, account);
    await context.sessions.endOthers(tx, known.account_id);
    if (renewed !== undefined) await sendConfirmation(context, tx, renewed);
    return;
  }
  await tellOwner(context.mailer, tx, known, 'already_registered');
}
