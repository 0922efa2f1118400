import { refuseMore, runCommand } from '../../../errors/operator-command.ts';
import { withDatabase } from '../../../staff/open-portal.ts';
import { auditSums, describeSums } from './audit-sums.ts';

const usage = `Compares the sums of calls and messages, which reports and totals read, and the numbers that are searched, with the calls and
messages themselves.

  npm run -s traffic:audit -- [--json]

It reads every record once for each table of sums, in one snapshot, and changes nothing. It runs beside the portal. Exit codes: 0
when all sums agree, 1 when one does not, 2 for invalid arguments.`;

await runCommand(usage, { json: { type: 'boolean', default: false } }, async (more, { json }) => {
  refuseMore(more, usage);
  const report = await withDatabase(auditSums);
  if (report.differences.length > 0) process.exitCode = 1;
  console.log(json ? JSON.stringify(report, undefined, 2) : describeSums(report));
});
