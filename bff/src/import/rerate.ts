import { refuseMore, runCommand } from '../errors/operator-command.ts';
import { withPortal } from '../staff/open-portal.ts';
import { runStaffCommand, staffOptions, staffUsage } from '../staff/staff-command.ts';
import { rerate } from './rerate-calls.ts';

const usage = `Gives the calls of a service the prices of its price list as it is now, and charges or credits the differences.

  npm run -s rerate -- --service <id> --from 2026-11-01 --to 2026-11-30 <why>

where <why> is --reason "…" --actor <name> --key <key> [--log <file>] [--dry-run] [--json]

  --from     the first day and
  --to       the last one, in the account's time zone. Days that an invoice contains are refused
${staffUsage}

Calls without a price get one if the list has it now, and those whose price has ended cost nothing. It runs beside the portal.
Exit codes: 0 when it is done, 1 when it is refused, 2 for invalid arguments.`;

await runCommand(usage, staffOptions, async (more, values) => {
  refuseMore(more, usage);
  await withPortal((portal) => runStaffCommand(portal, 'rerate', rerate, values));
});
