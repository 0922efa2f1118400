import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../../config/config.ts';
import { isDiskFull, isOutage } from '../../database/outage.ts';
import { callersPath, invalidArgument, runCommand } from '../../errors/operator-command.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { printableJson } from '../../errors/terminal-text.ts';
import { withPortal } from '../../staff/open-portal.ts';
import type { BankStatement } from './bank-entry.ts';
import { describeImport } from './describe-import.ts';
import { type EntryResult, importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { decodeXml } from './statement-xml.ts';
import { tryStatements } from './try-statements.ts';

const usage = `Imports a bank statement (ISO 20022 camt.053, version 02 or 08) and credits what customers have transferred.

  npm run -s bank:import -- [--dry-run] [--json] <file>

  --dry-run  shows what the import would do and changes nothing
  --json     prints one JSON object

Money with the reference of a payment is credited when it is imported, and the customer gets a mail. What cannot be
assigned is listed, also later by "npm run -s billing -- unmatched". Importing a file again, or an entry in another file,
credits nothing twice. The portal may be running or stopped; mails leave while it runs. Exit codes: 0 when the file was
read, 1 when it or an entry of it was refused, 2 for invalid arguments.`;

const options = {
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

await runCommand(usage, options, async ([given, ...more], { json, 'dry-run': isDryRun }) => {
  if (given === undefined || more.length > 0) throw invalidArgument(`Name one file.\n\n${usage}`);
  const file = callersPath(given);
  const bytes = await readFile(file).catch(() => {
    throw new OperatorError(`The file ${file} cannot be read.`);
  });
  const statements = readStatements(decodeXml(bytes));
  refuseForeign(statements, loadConfig(process.env).PROVIDER_IBAN);
  let hasBegun = false;
  const fileName = path.basename(file);
  const print = (statement: BankStatement, results: readonly EntryResult[]) => {
    if (results.some(({ result }) => result === 'failed')) process.exitCode = 1;
    console.log(
      json ? printableJson(toJson(statement, results)) : describeImport(statement, results, isDryRun),
    );
  };
  const importing = withPortal(async (portal) => {
    if (isDryRun) {
      const tried = await tryStatements(portal, statements, fileName);
      for (const [index, statement] of statements.entries()) print(statement, tried[index] ?? []);
      return;
    }
    for (const statement of statements) {
      hasBegun = true;
      const results: EntryResult[] = [];
      const onResult = (result: EntryResult) => results.push(result);
      try {
        await importStatement(portal, statement, { fileName, onResult });
      } finally {
        // After a failure, too: what was credited stays so.
        print(statement, results);
      }
    }
  });
  await importing.catch((cause: unknown) => {
    if (!isOutage(cause)) throw cause;
    throw new OperatorError(isDiskFull(cause) ? fullDiskText(hasBegun) : outageText(hasBegun), { cause });
  });
});

function fullDiskText(hasBegun: boolean): string {
  const stored = hasBegun
    ? 'What is listed above is stored; the other entries may not be.'
    : 'Nothing was imported.';
  return `The disk of the database is full. ${stored} Free space, then import the same file again: nothing is credited twice.`;
}

function outageText(hasBegun: boolean): string {
  if (!hasBegun)
    return 'The database is unavailable, so nothing was imported. Import the file when the database runs.';
  return (
    'The database has become unavailable. What is listed above is stored; the other entries may not be. When the database runs, ' +
    'import the same file once more: nothing is credited twice.'
  );
}

function refuseForeign(statements: readonly BankStatement[], own: string | undefined): void {
  const iban = own?.replaceAll(/\s/g, '');
  const foreign = statements.find((statement) => statement.iban !== iban);
  if (foreign !== undefined)
    throw new OperatorError(`Statement ${foreign.id} is of ${foreign.iban}, not of PROVIDER_IBAN ${iban}.`);
}

function toJson({ id, iban, skipped, warnings }: BankStatement, results: readonly EntryResult[]) {
  return { id, iban, skipped, warnings, entries: results };
}
