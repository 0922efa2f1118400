import { sql } from '../database/sql.ts';
import type { TestPortal } from './test-portal.ts';

/** The settings with which a command of the operator works on a test's database, with the roles of a real installation. */
export async function commandEnv(portal: TestPortal, dataDir: string): Promise<NodeJS.ProcessEnv> {
  const { name } = await portal.database.system.one<{ name: string }>(sql`select current_database() as name`);
  const urlOf = (server = '') => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return {
    PATH: process.env.PATH,
    PORTAL_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(process.env.PORTAL_TEST_DATABASE),
    DATABASE_OWNER_URL: urlOf(process.env.PORTAL_TEST_OWNER),
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  };
}
