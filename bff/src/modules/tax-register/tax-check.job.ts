import * as v from 'valibot';
import { lockAccount, updateAccount } from '../../accounts/accounts.repository.ts';
import type { AppContext } from '../../app/context.ts';
import { clockGuard } from '../../queue/clock-guard.ts';
import { type AnyJob, defineJob, defineScheduledJob } from '../../queue/queue.ts';
import { afterCheck } from './tax-check-schedule.ts';
import { claimTaxCheck, findDueTaxChecks, findLastVerdict, insertTaxCheck } from './tax-checks.repository.ts';
import { localRegister, type TaxRegister } from './tax-register.ts';
import { viesRegister } from './vies-register.ts';

/** The configured register; null when there is none and numbers stay unchecked. */
function taxRegisterOf(config: AppContext['config']): TaxRegister | null {
  if (config.VIES === 'none') return null;
  return config.VIES === 'vies' ? viesRegister(config) : localRegister;
}

/** Checks the account's tax number and stores the evidence and the verdict, which decides the account's VAT. */
export function taxCheckJob(context: AppContext, register = taxRegisterOf(context.config)) {
  return defineJob({
    name: 'tax-check',
    schema: v.object({ account_id: v.string() }),
    run: async ({ account_id }) => {
      if (register !== null) await checkTaxNumber(context, register, account_id);
    },
  });
}

/** Queues the checks that are due: retries, and every valid number once a month. */
export function dueTaxChecksJob(context: AppContext) {
  return defineScheduledJob(context, 'due-tax-checks', '*/5 * * * *', async (tx) => {
    for (const account_id of await findDueTaxChecks(tx))
      await context.queue.send(tx, taxCheckJob(context), { account_id });
  });
}

export function taxRegisterJobs(context: AppContext): readonly AnyJob[] {
  const { VIES } = context.config;
  if (VIES === 'local') context.log.info('tax numbers are checked locally, without a register');
  if (VIES === 'none') return [taxCheckJob(context)];
  // At a time that is not believed, verdicts that are in force would seem to be too old. A new number is checked nevertheless.
  return [taxCheckJob(context), clockGuard(context)(dueTaxChecksJob(context))];
}

async function checkTaxNumber(context: AppContext, register: TaxRegister, accountId: string): Promise<void> {
  const { database, log, mailer } = context;
  const claimed = await claimTaxCheck(database.system, accountId);
  if (claimed === undefined) return;
  const taxNumber = claimed.tax_number;
  // Runs outside a transaction, because the register may take long.
  const verdict = await register.check(taxNumber);
  log.info({ event: 'tax_check', account_id: accountId, register: register.name, ...verdict }, 'tax number');
  await database.asSystem(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === undefined || account.tax_number !== taxNumber) return;
    await insertTaxCheck(tx, accountId, { taxNumber, register: register.name, verdict });
    const last_verdict = await findLastVerdict(tx, accountId, taxNumber);
    const after = afterCheck({ ...account, last_verdict }, verdict, Date.now());
    await updateAccount(tx, accountId, after);
    // The owner gets a mail, because the page may be closed and a number that was valid may have been removed.
    if (after.tax_status === 'invalid' && account.tax_status !== 'invalid')
      await mailer.send(tx, account, 'tax_number_invalid', { tax_number: taxNumber });
  });
}
