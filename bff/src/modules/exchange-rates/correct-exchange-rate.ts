import * as v from 'valibot';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import { defineStaffCommand, staffArguments } from '../../staff/staff-command.ts';
import { readEcbCsv } from './ecb-csv.ts';
import {
  findDocumentsWithRate,
  findStoredRate,
  lockExchangeRates,
  updateExchangeRate,
} from './exchange-rates.repository.ts';

const { currency, day, rate } = staffArguments;

/** Documents that a refusal names. */
const mostNamed = 20;

/**
 * Replaces a stored rate that was read from a faulty file. A rate that a document states is not replaced: the audit compares the
 * two, and the document does not change.
 */
export const correctExchangeRate = defineStaffCommand({
  schema: v.strictObject({ currency, day, rate }),
  act: async (tx, _action, given) => {
    await lockExchangeRates(tx, 'exclusive');
    const stored = await findStoredRate(tx, given.currency, given.day);
    const name = `${given.currency.toUpperCase()} on ${given.day}`;
    if (stored === undefined)
      throw new OperatorError(`There is no stored rate of ${name}. Load the file without --correct.`);
    if (new Big(stored.rate).eq(given.rate))
      throw new OperatorError(`The stored rate of ${name} is ${stored.rate} already.`);
    const documents = await findDocumentsWithRate(tx, stored);
    if (documents.length > 0) throw new OperatorError(refusalOf(name, stored.rate, documents));
    await updateExchangeRate(tx, { ...given, source: 'ECB' });
    return {
      account_id: null,
      changed: { currency: given.currency, day: given.day, before: stored.rate, after: given.rate },
    };
  },
});

function refusalOf(name: string, rate: string, documents: readonly string[]): string {
  const others = documents.length > mostNamed ? ` and ${documents.length - mostNamed} more` : '';
  const named = documents.slice(0, mostNamed).join(', ');
  return `The rate ${rate} of ${name} is not replaced, because issued documents state it, and they do not change: ${named}${others}. Give their numbers and the right rate to your accountant, who declares the difference of the VAT in euro or asks you to cancel a document: npm run -s billing -- credit-note --invoice <number>, which states the same rate. Documents to come that need this day's rate state it as well.`;
}

/** Returns the rate of a day in the European Central Bank's file. Throws OperatorError if it has none. */
export function rateInFile(text: string, of: { currency: string; day: string }): string {
  const found = readEcbCsv(text).find((one) => one.currency === of.currency && one.day === of.day);
  if (found === undefined)
    throw new OperatorError(`The file has no rate of ${of.currency.toUpperCase()} on ${of.day}.`);
  return found.rate;
}
