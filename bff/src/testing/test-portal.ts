import { afterAll, beforeAll } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { agreement } from '@portal/contract/agreement';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type AccountRow, insertAccount, type NewAccount } from '../accounts/accounts.repository.ts';
import { createAccountLoad } from '../app/account-load.ts';
import type { AppContext } from '../app/context.ts';
import { createFoundSessions } from '../app/found-sessions.ts';
import { buildApp } from '../build-app.ts';
import { type Config, loadConfig } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { createLog } from '../log.ts';
import { createMailer, listDevMail, type Mailer } from '../mail/mailer.ts';
import { portalPages } from '../modules/delivery/portal-pages.ts';
import { type Queue, startQueue } from '../queue/queue.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { createSessions } from '../sessions/sessions.ts';
import { TestClient } from './test-client.ts';
import { connectAsSuperuser, createTestDatabase } from './test-database.ts';

export const testPassword = 'Secret1!x';

export interface TestCustomer extends TestClient {
  account: AccountRow;
}

/** The whole BFF with a separate database, for the tests of one file. Its members are available from `beforeAll` on. */
export interface TestPortal {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** The same database for its superuser: what the server's role may not do. */
  readonly superuser: Database;
  readonly config: Config;
  readonly queue: Queue;
  /** What modules receive, for tests that call a job or a service directly. */
  readonly context: AppContext;
  /** Creates a client without a session. */
  visitor(): TestClient;
  /** Inserts a confirmed account with a currency and a tax number that accepted the agreement. */
  account(changes?: Partial<NewAccount>): Promise<AccountRow>;
  /** Creates such an account and a client that is logged in to it. */
  customer(changes?: Partial<NewAccount>): Promise<TestCustomer>;
  /** Runs the waiting jobs. Returns the development mailbox, newest first. */
  mails(): ReturnType<typeof listDevMail>;
}

interface TestPortalOptions {
  /** Captures the log. */
  log?: Logger;
  /** Changes the database's URL, for a proxy before it. */
  through?: (url: string) => Promise<string>;
}

type Settings = Record<string, string>;

/**
 * Builds the portal for a test file. `env` overrides settings; PORTAL_DIR adds the front end. A function is first called in
 * `beforeAll`, when servers that were declared before listen.
 */
export function testPortal(env: Settings | (() => Settings) = {}, given: TestPortalOptions = {}): TestPortal {
  const started: {
    config?: Config;
    log?: Logger;
    database?: Database;
    superuser?: Database;
    app?: FastifyInstance;
    queue?: Queue;
    mailer?: Mailer;
    drop?: () => Promise<void>;
  } = {};
  let count = 0;

  const settings = () => (typeof env === 'function' ? env() : env);
  const log = () => {
    started.log ??= given.log ?? createLog(portal.config.LOG_LEVEL);
    return started.log;
  };

  beforeAll(async () => {
    const { config } = portal;
    const { database, drop } = await createTestDatabase({
      timeoutSeconds: config.DATABASE_TIMEOUT_SECONDS,
      ...(given.through && { through: given.through }),
    });
    Object.assign(started, { database, drop, superuser: await connectAsSuperuser(database) });
    const queue = await startQueue(
      { database, secrets: createSecrets(config), log: log() },
      { maintain: false },
    );
    started.queue = queue;
    const pages = settings()['PORTAL_DIR'] === undefined ? {} : { pages: portalPages(config, database) };
    started.app = await buildApp({ ...portal.context, ...pages });
    await started.app.ready();
  });
  afterAll(async () => {
    await started.app?.close();
    await started.queue?.stop();
    await started.superuser?.close();
    await started.drop?.();
  });

  const portal: TestPortal = {
    get config() {
      started.config ??= testConfig(settings());
      return started.config;
    },
    get app() {
      return present(started.app);
    },
    get database() {
      return present(started.database);
    },
    get superuser() {
      return present(started.superuser);
    },
    get queue() {
      return present(started.queue);
    },
    get context() {
      const { config, database, queue } = portal;
      // It reads the texts of all mails.
      started.mailer ??= createMailer(config, database, queue);
      const { mailer } = started;
      return {
        config,
        database,
        queue,
        mailer,
        sessions: createSessions(config),
        secrets: createSecrets(config),
        load: createAccountLoad(config),
        foundSessions: createFoundSessions(),
        foundBrowsers: createFoundSessions(),
        log: log(),
        readiness: [],
        isStopping: () => false,
        metrics: undefined,
      };
    },
    visitor: () => new TestClient(portal.app),
    account: async (changes = {}) => {
      count += 1;
      const account = { ...sampleAccount(count), password_hash: await sampleHash(), ...changes };
      return present(await insertAccount(portal.database.system, portal.context.secrets, account));
    },
    customer: async (changes = {}) => {
      const account = await portal.account(changes);
      const client = portal.visitor();
      const response = await client.post('/v1/users/login', { email: account.email, password: testPassword });
      if (response.body.next !== 'welcome')
        throw new Error(`log-in answered ${JSON.stringify(response.body)}`);
      return Object.assign(client, { account });
    },
    mails: async () => {
      // A job may send further jobs: a request for a mail queues the mail.
      while ((await portal.queue.runWaiting()) > 0);
      return listDevMail(portal.database.system);
    },
  };
  return portal;
}

function testConfig(settings: Settings): Config {
  return loadConfig({
    PORTAL_ENV: 'test',
    RATE_LIMIT_FACTOR: '100',
    // The tests also run on busy machines.
    DATABASE_TIMEOUT_SECONDS: '30',
    LOG_LEVEL: 'silent',
    // Only tests of the bot check choose a provider.
    BOT_CHECK: 'none',
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    ...settings,
  });
}

/** With little memory and time: thousands of logins of tests check it, by the parameters that stand in it. */
let weakHash: Promise<string> | undefined;
function sampleHash(): Promise<string> {
  weakHash ??= hash(testPassword, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  return weakHash;
}

function sampleAccount(number: number): Omit<NewAccount, 'password_hash'> {
  const now = new Date().toISOString();
  return {
    email: `customer-${number}@example.com`,
    email_confirmed_at: now,
    name: `Customer ${number}`,
    company: 'Example Trading',
    phone: '+37255512345',
    address: 'Pikk 1, Tallinn',
    country: 'ee',
    tax_number: 'EE100000010',
    currency: 'eur',
    timezone: 'Europe/Tallinn',
    language: 'en',
    terms_version: '2026-05',
    dpu_version: agreement.version,
    dpu_accepted_at: now,
  };
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('only within a test');
  return value;
}
