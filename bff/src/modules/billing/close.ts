import { DateTime } from 'luxon';
import { invalidArgument } from '../../errors/operator-command.ts';
import { printableJson, printableLines } from '../../errors/terminal-text.ts';
import { requireClock } from '../../queue/clock-guard.ts';
import type { CommandContext } from '../../staff/open-portal.ts';
import { type ClosingResult, closeMonths } from '../monthly-vat-invoices/close-months.ts';

interface Options {
  month: string | undefined;
  isDryRun: boolean;
  json: boolean;
}

/** Throws for a text that is no month, and for a month that has ended nowhere. */
export function checkMonth(month: string): void {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw invalidArgument(`--month ${month}: expected a month such as 2026-10.`);
  if (month >= earliestOpenMonth()) throw invalidArgument(`--month ${month}: it has not ended.`);
}

/** The month that it is where days begin first. */
function earliestOpenMonth(): string {
  return DateTime.now().setZone('Pacific/Kiritimati').toFormat('yyyy-MM');
}

/** Closes the months that have ended and prints what was issued. The exit code is 1 if a month could not be closed. */
export async function close(portal: CommandContext, { month, isDryRun, json }: Options): Promise<void> {
  if (!isDryRun) await requireClock(portal);
  const results = await closeMonths(portal, { lastMonth: month, isDryRun });
  if (results.some(({ result }) => result === 'failed')) process.exitCode = 1;
  const shown = json ? results.map((closed) => toJson(closed, isDryRun)) : [];
  console.log(json ? printableJson(shown, 2) : printableLines(describe(results, isDryRun)));
}

/** A dry run is undone service by service: its documents have no id, and their numbers would be those of others. */
function toJson(closed: ClosingResult, isDryRun: boolean) {
  const { account_id, service_id, result } = closed;
  if (closed.result === 'failed') return { account_id, service_id, result, reason: closed.reason };
  const { monthly_vat_invoice_id, number, gross_amount, amount_due, currency } = closed.invoice ?? {};
  return {
    account_id,
    service_id,
    result,
    month: closed.month,
    ...(closed.invoice && !isDryRun && { monthly_vat_invoice_id, number }),
    ...(closed.invoice && { gross_amount, amount_due, currency }),
  };
}

function describe(results: readonly ClosingResult[], isDryRun: boolean): string {
  const count = (wanted: ClosingResult['result']) => results.filter(({ result }) => result === wanted).length;
  const lines = results.flatMap((closed) => {
    if (closed.result === 'failed') return [`  ${closed.service_id}  not closed: ${closed.reason}`];
    if (closed.invoice === undefined) return [];
    const { number, gross_amount, amount_due, currency } = closed.invoice;
    return [
      `  ${closed.service_id}  ${closed.month}  ${isDryRun ? 'no number yet' : number}  ${gross_amount} ${currency}, ${amount_due} due`,
    ];
  });
  return [
    `${count('invoiced')} documents${isDryRun ? ' (dry run, nothing was changed)' : ''}, ${count('empty')} months without one, ${count('failed')} services failed`,
    ...lines,
  ].join('\n');
}
