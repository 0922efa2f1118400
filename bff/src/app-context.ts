import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Sessions } from './modules/sessions/sessions.ts';
import type { Queue } from './queue/queue.ts';
import type { Secrets } from './secrets/secrets.ts';

/** What every module gets. */
export interface AppContext {
  config: Config;
  database: Database;
  queue: Queue;
  mailer: Mailer;
  sessions: Sessions;
  secrets: Secrets;
  /** For background work; a request has its own. */
  log: Logger;
}
