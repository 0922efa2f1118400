import { invalidArgument, refuseMore, runCommand } from '../../errors/operator-command.ts';
import { withPortal } from '../../staff/open-portal.ts';
import { disableByOperator } from './disable-by-operator.ts';

const usage = `Disables the two-step verification of a customer who has lost it, ends all sessions and mails the customer.

  npm run -s two-factor:disable -- --account <account id> --ticket <ticket> >> portal.log

  --account  the account, such as acc_7NKW…
  --ticket   the ticket of the procedure in docs/runbooks/lost-second-factor.md: letters, digits, - and _

Standard output is one record of the security log: append it to a log of the portal, or "npm run audit:verify" reports
that it is missing. SECRETS_KEY must be that of the portal. The mail leaves while the portal runs. Exit codes: 0 when it
is done, 1 when nothing was changed, 2 for invalid arguments.`;

const options = {
  account: { type: 'string', default: '' },
  ticket: { type: 'string', default: '' },
} as const;

await runCommand(usage, options, async (more, { account: accountId, ticket }) => {
  refuseMore(more, usage);
  if (!/^acc_[A-Za-z0-9]{1,40}$/.test(accountId))
    throw invalidArgument('--account is no account id such as acc_7NKW…');
  if (!/^[\w-]{1,40}$/.test(ticket))
    throw invalidArgument('--ticket is missing, or not letters, digits, - and _.');
  await withPortal(async (portal) => {
    const { record, sessions } = await disableByOperator(portal, { accountId, ticket });
    process.stdout.write(record);
    console.error(`Two-step verification of ${accountId} is off; ${sessions} sessions were ended.`);
  });
});
