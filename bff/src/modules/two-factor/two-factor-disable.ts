import { parseArgs } from 'node:util';
import { loadConfig } from '../../config/config.ts';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open-database.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { createLog } from '../../log.ts';
import { createMailer } from '../../mail/mailer.ts';
import { startQueue } from '../../queue/queue.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { disableByOperator } from './disable-by-operator.ts';

const usage = `Disables the two-step verification of a customer who has lost it, ends all sessions and mails the customer.

  npm run -s two-factor:disable -- --account <account id> --ticket <ticket> >> portal.log

  --account  the account, such as acc_7NKW…
  --ticket   the ticket of the procedure in docs/runbooks/lost-second-factor.md: letters, digits, - and _

Standard output is one record of the security log: append it to a log of the portal, or "npm run audit:verify" reports
that it is missing. SECRETS_KEY must be that of the portal. The mail leaves while the portal runs. Exit codes: 0 when it
is done, 1 when nothing was changed, 2 for invalid arguments.`;

process.exitCode = await run(process.argv.slice(2));

async function run(args: string[]): Promise<number> {
  try {
    const decision = readArguments(args);
    if (decision === undefined) console.log(usage);
    else await disable(decision);
    return 0;
  } catch (error) {
    const isArgument = error instanceof TypeError && 'code' in error;
    const isKnown = isArgument || error instanceof OperatorError;
    console.error(isKnown && error instanceof Error ? error.message : error);
    return isArgument ? 2 : 1;
  }
}

type Arguments = NonNullable<ReturnType<typeof readArguments>>;

/** Parses the arguments. Returns undefined for `--help`. Throws TypeError for invalid ones. */
function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      account: { type: 'string', default: '' },
      ticket: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { account: accountId, ticket } = values;
  if (!/^acc_[A-Za-z0-9]{1,40}$/.test(accountId))
    throw invalid('--account is no account id such as acc_7NKW…');
  if (!/^[\w-]{1,40}$/.test(ticket)) throw invalid('--ticket is missing, or not letters, digits, - and _.');
  return { accountId, ticket };
}

function invalid(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: 'ERR_ARGUMENT' });
}

async function disable(decision: Arguments): Promise<void> {
  const config = loadConfig(process.env);
  const secrets = createSecrets(config);
  const { database, close } = await openDatabase(config, { share: true });
  try {
    await migrate(database);
    const queue = await startQueue({ database, secrets, log: createLog('silent') }, { maintain: false });
    try {
      const mailer = createMailer(config, database, queue);
      await queue.add(mailer.jobs);
      const { record, sessions } = await disableByOperator({ database, mailer, secrets }, decision);
      process.stdout.write(record);
      console.error(
        `Two-step verification of ${decision.accountId} is off; ${sessions} sessions were ended.`,
      );
    } finally {
      await queue.stop();
    }
  } finally {
    await close();
  }
}
