import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { checkTimeZones } from './accounts/time-zones.ts';
import type { AppContext } from './app/context.ts';
import { type AuditChain, createAuditChain } from './audit/audit-chain.ts';
import { storeHeads } from './audit/store-heads.ts';
import { buildApp } from './build-app.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import { refuseUnreadablePortal } from './config/data-folder.ts';
import { warnOfNewerDatabase } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { OperatorError } from './errors/operator-error.ts';
import { closeServer } from './http/close-server.ts';
import { createLog, describeError } from './log.ts';
import { buildMaintenanceApp } from './maintenance-app.ts';
import { portalPages } from './modules/delivery/portal-pages.ts';
import { prepareDatabase } from './queue/prepare-database.ts';
import { startQueue } from './queue/queue.ts';
import { checkSecretsKey, refuseForeignKey } from './secrets/check-secrets-key.ts';
import { createSecrets, type Secrets } from './secrets/secrets.ts';
import { type Lifetime, runUntilSignal } from './stop-on-signal.ts';
import { whenReachable } from './wait-for-database.ts';

/** Sample data for a demonstration portal. */
export interface Demonstration {
  /** The published credentials of its account. */
  login: { email: string; password: string };
  /** Loads the data once; later starts find it. */
  seed(context: Pick<AppContext, 'config' | 'database' | 'secrets'>, log: Logger): Promise<void>;
}

interface PortalOptions {
  demonstration?: Demonstration;
  /** Runs when no other portal can run on the data, before the first page is served. */
  beforePages?: (() => Promise<void>) | undefined;
}

/**
 * Runs the portal in this process until a signal ends it: configuration, database, jobs and HTTP server. The
 * demonstration is loaded when DEMO_ACCOUNT is set; without it the portal starts empty.
 */
export async function runPortal({ demonstration, beforePages }: PortalOptions = {}): Promise<void> {
  try {
    const config = loadConfig(process.env);
    refuseUnreadablePortal(config.PORTAL_DIR);
    const demo = config.DEMO_ACCOUNT ? demonstration : undefined;
    const secrets = createSecrets(config);
    const isPretty = config.PORTAL_ENV === 'development';
    // Lines for a terminal are for reading only.
    const chain = isPretty ? undefined : createAuditChain(secrets.deriveKey('audit log'));
    const log = createLog(config.LOG_LEVEL, { isPretty, chain });
    // After an unexpected error the process exits, and its supervisor restarts it.
    process.on('uncaughtException', (err) => {
      log.fatal({ err }, 'uncaught');
      process.exit(1);
    });
    await runUntilSignal(
      (lifetime) => start({ config, log, secrets, chain, demonstration: demo, beforePages }, lifetime),
      {
        drainMs: config.DRAIN_SECONDS * 1000,
        onSignal: (signal) => log.info({ signal }, 'stopping'),
      },
    );
    process.exit(0);
  } catch (error) {
    // Errors that the operator can fix are printed without a stack.
    const isKnown = error instanceof OperatorError;
    console.error(isKnown ? error.message : describeError(error));
    process.exit(1);
  }
}

interface StartOptions {
  config: Config;
  log: Logger;
  secrets: Secrets;
  chain: AuditChain | undefined;
  demonstration: Demonstration | undefined;
  beforePages: PortalOptions['beforePages'];
}

/** Starts everything. Each step registers how it stops: first requests finish, then jobs, then the database stops. */
async function start(
  { config, log, secrets, chain, demonstration, beforePages }: StartOptions,
  { isStopping, onStop, throwIfStopping }: Lifetime,
): Promise<void> {
  let maintenance: FastifyInstance | undefined;
  const waiting = {
    throwIfStopping,
    onAway: async (err: unknown) => {
      if (maintenance !== undefined) return;
      log.error({ err }, 'the database is away; customers see the maintenance page until it is back');
      const app = await buildMaintenanceApp({ config, log });
      onStop(() => closeServer(app));
      await listen(app, config);
      maintenance = app;
    },
  };
  // An embedded server of a portal that was killed may run, and not respond.
  const { database, asOwner, close } = await whenReachable(() => openDatabase(config, { log }), waiting);
  onStop(close);
  throwIfStopping();
  const prepare = async () => {
    const refuseOwner = config.PORTAL_ENV === 'production';
    await prepareDatabase({ database, asOwner }, { refuseOwner, report: (text) => log.warn(text) });
  };
  await whenReachable(prepare, waiting);
  throwIfStopping();
  await warnOfNewerDatabase(database, log);
  await checkTimeZones(database, log);
  // The settings of a development machine on the data of a production would load the demonstration into it.
  if (config.PORTAL_ENV === 'development') await refuseForeignKey(database, secrets);
  await checkSecretsKey(database, secrets, log);
  if (chain !== undefined) onStop(storeHeads(chain, { database, log }));
  // It creates partitions while it loads them.
  await (asOwner ?? ((work) => work(database)))(async (owner) =>
    demonstration?.seed({ config, database: owner, secrets }, log),
  );
  throwIfStopping();
  const queue = await startQueue({ database, secrets, log });
  onStop(() => queue.stop());
  await beforePages?.();
  throwIfStopping();
  const pages = portalPages(config, database);
  const app = await buildApp({ config, database, queue, secrets, log, pages, isStopping });
  onStop(() => closeServer(app));
  await queue.work();
  await maintenance?.close();
  await listen(app, config);
  throwIfStopping();
  if (config.PORTAL_ENV === 'development') console.log(welcomeText(config, demonstration));
  else log.info({ address: config.PUBLIC_URL }, 'ready');
}

async function listen(app: FastifyInstance, { HOST: host, PORT: port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new ConfigError([`PORT: ${port} is in use on ${host}; expected a free one`]);
    if (code === 'EACCES') throw new ConfigError([`PORT: ${port} needs rights that this account lacks`]);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError([`HOST: ${host} is no address of this machine`]);
    throw error;
  }
}

/** Returns the text that a local start prints. */
function welcomeText(config: Config, demonstration: Demonstration | undefined): string {
  const lines = [
    `The portal is ready:   ${config.PUBLIC_URL}`,
    ...(demonstration === undefined
      ? []
      : [`Demonstration login:   ${demonstration.login.email} / ${demonstration.login.password}`]),
    ...(config.SMTP_URL === undefined ? [`Development mailbox:   ${config.PUBLIC_URL}/dev/mail`] : []),
    ...(config.CRYPTO === 'sandbox' ? [`Crypto sandbox:        ${config.PUBLIC_URL}/dev/crypto`] : []),
    'To stop it:            Ctrl-C',
  ];
  return `\n${lines.join('\n')}\n`;
}
