import { loadConfig } from '../../config/config.ts';
import { openDatabase } from '../../database/open-database.ts';
import { invalidArgument, runCommand } from '../../errors/operator-command.ts';
import { auditLedger, describeAudit } from './audit.ts';

const usage = `Checks the money of all accounts.

  npm run -s billing -- audit [--json]

  audit   compares balances with postings, usage with its records, payments with what was credited, and documents with
          their entries; it reads the database only and changes nothing
  --json  prints the report as JSON

It runs beside the portal. Exit codes: 0 when everything agrees, 1 when something does not or the command fails, 2 for
invalid arguments.`;

const options = { json: { type: 'boolean', default: false } } as const;

await runCommand(usage, options, async ([command, ...more], { json }) => {
  if (command !== 'audit' || more.length > 0)
    throw invalidArgument(`expected the command audit.\n\n${usage}`);
  const { database, close } = await openDatabase(loadConfig(process.env), { share: true });
  try {
    const report = await auditLedger(database);
    console.log(json ? JSON.stringify(report, undefined, 2) : describeAudit(report));
    if (report.problems.length > 0) process.exitCode = 1;
  } finally {
    await close();
  }
});
