import { printable } from '../../errors/terminal-text.ts';
import type { BankStatement } from './bank-entry.ts';
import { explain } from './describe-entries.ts';
import type { EntryResult } from './import-statement.ts';

/** Returns what became of a statement as lines for the staff. */
export function describeImport(
  { id, skipped, warnings }: Pick<BankStatement, 'id' | 'skipped' | 'warnings'>,
  results: readonly EntryResult[],
  isDryRun: boolean,
): string {
  const count = (wanted: EntryResult['result']) => results.filter(({ result }) => result === wanted).length;
  return [
    `Statement ${printable(id)}${isDryRun ? ' (dry run, nothing was changed)' : ''}: ${count('credited')} credited, ${count('unmatched')} unmatched, ${count('known')} imported before, ${count('failed')} failed, ${skipped + count('skipped')} skipped`,
    ...results.flatMap(describeResult),
    ...warnings.map((warning) => `  Warning: ${printable(warning)}`),
  ].join('\n');
}

function describeResult(each: EntryResult): string[] {
  const { booked, amount, currency, payer_name: payer } = each.entry;
  const start = `  ${booked}  ${amount.padStart(12)} ${currency}  ${printable(payer ?? '–')}`;
  if (each.result === 'skipped') return [];
  if (each.result === 'failed')
    return [
      `${start}: FAILED and will be tried again by the next import of this file. ${messageOf(each.error)}`,
    ];
  if (each.result === 'unmatched') return [`${start}: unmatched, ${explain(each.reason)}`];
  if (each.result === 'known')
    return each.differs ? [`${start}: imported before with other texts, ${each.entry.bank_entry_id}`] : [];
  const { payment, receipt } = each;
  return [`${start}: ${payment.number} ${receipt.status}, ${receipt.credited} to the balance`];
}

function messageOf(error: unknown): string {
  return printable(error instanceof Error ? error.message : String(error));
}
