import * as v from 'valibot';
import { callersPath, invalidArgument, runCommand } from '../../errors/operator-command.ts';
import { withDatabase, withPortal } from '../../staff/open-portal.ts';
import { readText } from '../../staff/read-text.ts';
import { runStaffCommand, staffArguments, staffOptions, staffUsage } from '../../staff/staff-command.ts';
import { correctExchangeRate, rateInFile } from './correct-exchange-rate.ts';
import { loadExchangeRates } from './exchange-rates.service.ts';

const usage = `Loads euro reference rates of the European Central Bank, for the VAT in euro of invoices in other currencies.

  npm run -s exchange-rates:load -- <file>
  npm run -s exchange-rates:load -- --correct 2026-11-25 [--currency usd] <why> <file>

where <why> is --reason "…" --actor <name> --key <key> [--log <file>] [--dry-run] [--json]

The file is the bank's eurofxref-hist.csv. Loading a file again adds nothing. A file that may have been cut is refused. A rate that
differs from the stored one is refused, because a published rate never changes; nothing of that file is stored.

  --correct  replaces the stored rate of this day, which was read from a faulty file, by that of the file, and loads nothing
             else. Refused if an issued document states the stored one; it says what to do then
  --currency of the rate; usd if absent
${staffUsage}

Exit codes: 0 when it is done, 1 when it is refused, 2 for invalid arguments.`;

const options = { ...staffOptions, correct: { type: 'string' }, currency: { type: 'string' } } as const;

await runCommand(usage, options, async ([file, ...more], { correct: day, ...values }) => {
  if (file === undefined || more.length > 0) throw invalidArgument('Give one file.');
  const { currency = 'usd' } = values;
  if (day !== undefined) {
    refuseMalformed('correct', staffArguments.day, day);
    refuseMalformed('currency', staffArguments.currency, currency);
  }
  const text = await readText(callersPath(file));
  if (day !== undefined) {
    const given = { ...values, currency, day, rate: rateInFile(text, { currency, day }) };
    await withPortal((portal) => runStaffCommand(portal, 'exchange-rates:load', correctExchangeRate, given));
    return;
  }
  const ofCorrection = Object.entries(values).find(
    ([, value]) => typeof value === 'string' || value === true,
  );
  if (ofCorrection !== undefined) throw invalidArgument(`--${ofCorrection[0]} is for --correct only.`);
  const { read, added } = await withDatabase((database) => loadExchangeRates(database, text));
  console.log(`${read} rates read, ${added} added.`);
});

/** Refuses what no file has a rate for. */
function refuseMalformed(option: string, schema: v.GenericSchema<string>, value: string): void {
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) throw invalidArgument(`--${option}: ${parsed.issues[0].message}.`);
}
