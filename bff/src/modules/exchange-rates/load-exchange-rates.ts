import { readFile } from 'node:fs/promises';
import { callersPath, invalidArgument, runCommand } from '../../errors/operator-command.ts';
import { withDatabase } from '../../staff/open-portal.ts';
import { loadExchangeRates } from './exchange-rates.service.ts';

const usage = `Loads euro reference rates of the European Central Bank, for the VAT in euro of invoices in other currencies.

  npm run exchange-rates:load -- <file>

The file is the bank's eurofxref-hist.csv. Loading a file again adds nothing. A rate that differs from the stored one is
refused, because a published rate never changes; nothing of that file is stored.`;

await runCommand(usage, {}, async ([file, ...more]) => {
  if (file === undefined || more.length > 0) throw invalidArgument('Give one file.');
  const text = await readFile(callersPath(file), 'utf8');
  const { read, added } = await withDatabase((database) => loadExchangeRates(database, text));
  console.log(`${read} rates read, ${added} added.`);
});
