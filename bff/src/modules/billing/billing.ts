import { loadConfig } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { invalidArgument, runCommand } from '../../errors/operator-command.ts';
import { findUnmatched } from '../bank/bank-entries.repository.ts';
import { describeUnmatched } from '../bank/describe-entries.ts';
import { auditLedger, describeAudit } from '../ledger/audit.ts';

const usage = `Checks the money of all accounts.

  npm run -s billing -- audit|unmatched [--json]

  audit      compares balances with postings, usage with its records, payments with what was credited, and documents with
             their entries; it reads the database only and changes nothing
  unmatched  lists what the bank has booked and no payment explains: imported statements named no payment, or several
  --json     prints JSON

It runs beside the portal. Exit codes: 0 when everything agrees, 1 when something does not or the command fails, 2 for
invalid arguments.`;

const options = { json: { type: 'boolean', default: false } } as const;

const commands: Record<string, (database: Database, json: boolean) => Promise<string>> = {
  audit: async (database, json) => {
    const report = await auditLedger(database);
    if (report.problems.length > 0) process.exitCode = 1;
    return json ? JSON.stringify(report, undefined, 2) : describeAudit(report);
  },
  unmatched: async (database, json) => {
    const entries = await database.asBackground(findUnmatched);
    return json ? JSON.stringify(entries, undefined, 2) : describeUnmatched(entries);
  },
};

await runCommand(usage, options, async ([name = '', ...more], { json }) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || more.length > 0)
    throw invalidArgument(`expected one of the commands ${Object.keys(commands).join(', ')}.\n\n${usage}`);
  const { database, close } = await openDatabase(loadConfig(process.env), { share: true });
  try {
    console.log(await command(database, json));
  } finally {
    await close();
  }
});
