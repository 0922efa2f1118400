import * as v from 'valibot';
import { type AccountRow, lockAccount, updateAccount } from '../../accounts/accounts.repository.ts';
import type { AppContext } from '../../app/context.ts';
import { type AnyJob, defineJob, defineScheduledJob } from '../../queue/queue.ts';
import { claimTaxCheck, findDueTaxChecks, insertTaxCheck } from './tax-checks.repository.ts';
import { localRegister, type TaxRegister, type TaxVerdict } from './tax-register.ts';
import { viesRegister } from './vies-register.ts';

type TaxCheckState = Pick<AccountRow, 'tax_status' | 'tax_checked_at' | 'tax_check_failures'>;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Time until the next check: valid numbers may be removed, invalid ones may appear within days. */
const nextCheck = { valid: 30 * day, invalid: 7 * day } as const;
/** Minutes until the next request, by the number of failures in a row. */
const delays = [5, 15, 60, 180, 360, 720, 1440];
/** How long the last verdict stays valid while the register is unavailable. */
const verdictLifetime = 45 * day;

/** Returns the state of a tax number after a check. An unavailable register makes it neither `valid` nor `invalid`. */
export function afterCheck(before: TaxCheckState, verdict: TaxVerdict, nowMs: number) {
  const at = (ms: number) => new Date(ms).toISOString();
  if (verdict.outcome !== 'unavailable') {
    return {
      tax_status: verdict.outcome,
      tax_checked_at: at(nowMs),
      tax_check_failures: 0,
      tax_check_due: at(nowMs + nextCheck[verdict.outcome]),
    };
  }
  const delay = delays[Math.min(before.tax_check_failures, delays.length - 1)] ?? 0;
  return {
    tax_status: hasValidVerdict(before, nowMs) ? before.tax_status : 'unavailable',
    tax_checked_at: before.tax_checked_at,
    tax_check_failures: before.tax_check_failures + 1,
    tax_check_due: at(nowMs + delay * minute),
  };
}

function hasValidVerdict({ tax_status, tax_checked_at }: TaxCheckState, nowMs: number): boolean {
  if (tax_status !== 'valid' && tax_status !== 'invalid') return false;
  return tax_checked_at !== null && nowMs - Date.parse(tax_checked_at) < verdictLifetime;
}

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
  return VIES === 'none' ? [taxCheckJob(context)] : [taxCheckJob(context), dueTaxChecksJob(context)];
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
    const after = afterCheck(account, verdict, Date.now());
    await updateAccount(tx, accountId, after);
    // The owner gets a mail, because the page may be closed and a number that was valid may have been removed.
    if (after.tax_status === 'invalid' && account.tax_status !== 'invalid')
      await mailer.send(tx, account, 'tax_number_invalid', { tax_number: taxNumber });
  });
}
