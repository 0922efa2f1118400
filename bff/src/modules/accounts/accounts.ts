import { invalidArgument, runCommand } from '../../errors/operator-command.ts';
import { withPortal } from '../../staff/open-portal.ts';
import {
  type AnyStaffCommand,
  runStaffCommand,
  staffOptions,
  staffUsage,
} from '../../staff/staff-command.ts';
import { data } from './account-data.ts';
import { setCurrency, setTaxNumber } from './change-locked-members.ts';
import { close, resume, suspend, verify } from './change-status.ts';
import { erase } from './erase.ts';

const usage = `Verifies, suspends, resumes, closes and erases accounts, suspends and resumes services, changes what customers set once, and
writes what is stored about an account.

  npm run -s accounts -- verify --account <id> <why>
  npm run -s accounts -- suspend|resume --account <id> [--service <id>] <why>
  npm run -s accounts -- close --account <id> <why>
  npm run -s accounts -- set-tax-number --account <id> [--tax-number <number, or none>] [--country <code>] <why>
  npm run -s accounts -- set-currency --account <id> --currency <code> <why>
  npm run -s accounts -- data --account <id> --file <new file> <why>
  npm run -s accounts -- erase --account <id> <why>

where <why> is --reason "…" --actor <name> --key <key> [--log <file>] [--dry-run] [--json]

  verify     marks the account as checked by the staff
  suspend    suspends the account, or one service: every page says so; the customer can log in, read and pay
  resume     gives the account or service the status from before it was suspended or closed. A closed account is opened to
             its mailbox alone: the owner sets a new password with "Forgot your password?". No mailed link of before works
  close      closes an account that may be in the wrong hands: nobody can log in to it, all sessions end, the password and the
             API tokens stop working, a pending change of address is canceled, mailed links expire, and webhooks are paused
             and send nothing. Only a link with which an earlier address takes the account back works until "resume"
  set-tax-number
             changes the tax number, its country, or both. The register is asked within five minutes, and VAT is taken until it
             confirms the number. Issued documents and top-ups that are already asked for keep the VAT that they state
  set-currency
             changes the currency of an account that has no service yet
  data       writes what is stored about the account, without secrets, as JSON into a file that only you can read. Calls, messages
             and documents are named with where to get them. docs/runbooks/data-requests.md says when
  erase      erases the person of a closed account and all that no law makes the provider keep; it cannot be undone. Books, documents
             and audit records stay, usage records until their time has ended. It is refused while money, a document or a month is
             open. With --dry-run it lists by table what would be erased, and what stays and why
${staffUsage}

It runs beside the portal. Exit codes: 0 when it is done, 1 when it is refused, 2 for invalid arguments.`;

const commands: Record<string, AnyStaffCommand> = {
  verify,
  suspend,
  resume,
  close,
  'set-tax-number': setTaxNumber,
  'set-currency': setCurrency,
  data,
  erase,
};

await runCommand(usage, staffOptions, async ([name = '', ...more], values) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || more.length > 0)
    throw invalidArgument(`expected one of the commands ${Object.keys(commands).join(', ')}.\n\n${usage}`);
  await withPortal((portal) => runStaffCommand(portal, `accounts ${name}`, command, values));
});
