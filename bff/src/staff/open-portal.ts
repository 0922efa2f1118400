import type { AppContext } from '../app/context.ts';
import { type Config, loadConfig } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { reportOutage } from '../database/outage.ts';
import { createLog } from '../log.ts';
import { createMailer } from '../mail/mailer.ts';
import { prepareDatabase } from '../queue/prepare-database.ts';
import { startQueue } from '../queue/queue.ts';
import { createSecretsOf } from '../secrets/check-secrets-key.ts';

/** What a command of the command line works with. */
export type CommandContext = Pick<AppContext, 'database' | 'mailer' | 'secrets' | 'queue'> & {
  config: Config;
};

/** Calls `work` with the database of the portal, which may be running or stopped. Throws OperatorError if it is away. */
export async function withDatabase<Result>(
  work: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(process.env);
  return reportOutage(async () => {
    const { database, asOwner, close } = await openDatabase(config, { share: true });
    try {
      await prepareDatabase(
        { database, asOwner },
        { report: (text) => console.error(`The command ${text}.`) },
      );
      return await work(database, config);
    } finally {
      await close();
    }
  });
}

/**
 * Calls `work` with what changes the portal, which may be running or stopped. Mails leave while it runs. Throws OperatorError if the
 * settings are not those of the portal.
 */
export async function withPortal<Result>(work: (portal: CommandContext) => Promise<Result>): Promise<Result> {
  return withDatabase(async (database, config) => {
    const secrets = await createSecretsOf(database, config);
    const queue = await startQueue({ database, secrets, log: createLog('silent') }, { maintain: false });
    try {
      const mailer = createMailer(config, database, queue);
      await queue.add(mailer.jobs);
      return await work({ config, database, secrets, queue, mailer });
    } finally {
      await queue.stop();
    }
  });
}
