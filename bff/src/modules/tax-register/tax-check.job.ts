import * as v from 'valibot';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../database/database.ts';
import { defineJob } from '../../queue/job.ts';
import type { AnyJob } from '../../queue/queue.ts';
import { type AccountRow, lockAccount, updateAccount } from '../accounts/accounts.repository.ts';
import { taxTreatment } from '../accounts/tax-treatment.ts';
import { afterCheck } from './after-check.ts';
import { claimTaxCheck, findDueTaxChecks, insertTaxCheck } from './tax-checks.repository.ts';
import { type TaxRegister, taxRegisterOf } from './tax-register.ts';

const accountSchema = v.object({ account_id: v.string() });

/** Looks the account's tax number up, keeps the evidence, and draws the consequence for its VAT. */
export function taxCheckJob(context: AppContext, register = taxRegisterOf(context.config)) {
  return defineJob({
    name: 'tax-check',
    schema: accountSchema,
    run: async ({ account_id }) => {
      if (register !== null) await checkTaxNumber(context, register, account_id);
    },
  });
}

/** Sends the checks that are due: those that had no answer, and every valid number once a month. */
export function dueTaxChecksJob(context: AppContext) {
  const { database, queue } = context;
  return defineJob({
    name: 'due-tax-checks',
    schema: v.object({}),
    schedule: '*/5 * * * *',
    run: () =>
      database.asSystem(async (tx) => {
        for (const account_id of await findDueTaxChecks(tx))
          await queue.send(tx, taxCheckJob(context), { account_id });
      }),
  });
}

export function taxRegisterJobs(context: AppContext): readonly AnyJob[] {
  const { VIES } = context.config;
  if (VIES === 'local') context.log.info('tax numbers: a local stand-in answers, no register is asked');
  return VIES === 'none' ? [taxCheckJob(context)] : [taxCheckJob(context), dueTaxChecksJob(context)];
}

async function checkTaxNumber(context: AppContext, register: TaxRegister, accountId: string): Promise<void> {
  const { config, database, log } = context;
  const claimed = await claimTaxCheck(database.system, accountId);
  if (claimed === undefined) return;
  const taxNumber = claimed.tax_number;
  // Outside any transaction: it may take long.
  const answer = await register.check(taxNumber);
  log.info({ event: 'tax_check', account_id: accountId, register: register.name, ...answer }, 'tax number');
  await database.asSystem(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === undefined || account.tax_number !== taxNumber) return;
    await insertTaxCheck(tx, { accountId, taxNumber, register: register.name, answer });
    const after = afterCheck(account, answer, Date.now());
    const treatment = taxTreatment(
      { country: account.country, taxStatus: after.tax_status },
      config.PROVIDER_COUNTRY,
    );
    await updateAccount(tx, accountId, { ...after, ...treatment });
    if (after.tax_status === 'invalid' && account.tax_status !== 'invalid')
      await tellOwner(context, tx, account, taxNumber);
  });
}

/** The page may be closed by now, and a number that was valid for long may have been struck off. */
async function tellOwner(
  { mailer }: AppContext,
  tx: Transaction,
  { email, language, name }: AccountRow,
  taxNumber: string,
): Promise<void> {
  const values = { name, tax_number: taxNumber };
  await mailer.send(tx, {
    to: email,
    language,
    mail: 'tax_number_invalid',
    values,
    link: '/profile#tax_number',
  });
}
