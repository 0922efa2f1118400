import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { isMigrated, migrationNames } from '../../database/migrate.ts';
import { HttpError } from '../../http/http-error.ts';

/** What watches over the process asks here; nothing of a customer. */
export async function platformRoutes(app: FastifyInstance, { database }: AppContext): Promise<void> {
  const migrations = await migrationNames();

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ success: true }));

  app.get('/readyz', { logLevel: 'warn' }, async () => {
    const isReady = await isMigrated(database, migrations).catch(() => false);
    if (!isReady) throw new HttpError('maintenance', { headers: { 'retry-after': '5' } });
    return { success: true };
  });
}
