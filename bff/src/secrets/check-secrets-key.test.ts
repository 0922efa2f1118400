import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import pino from 'pino';
import { sql } from '../database/sql.ts';
import { commandEnv } from '../testing/command-env.ts';
import { testPortal } from '../testing/test-portal.ts';
import { checkSecretsKey, createSecretsOf } from './check-secrets-key.ts';
import { createSecrets, makeAccountToken, type Secrets } from './secrets.ts';

const portal = testPortal();
const { SECRETS_KEY: former = '', DATA_DIR } = portal.config;
const settings = { SECRETS_KEY: Buffer.alloc(32, 4).toString('base64'), DATA_DIR };

async function errors(secrets: Secrets) {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  await checkSecretsKey(portal.database, secrets, log);
  return lines.map((line) => JSON.parse(line));
}

test('reports a key that opens nothing that is stored, and what to do', async () => {
  expect(await errors(createSecrets(settings))).toEqual([]);
  const { account_id } = await portal.account();
  expect(await errors(createSecrets(settings))).toMatchObject([
    { level: 50, account_id, msg: expect.stringContaining('restore the former SECRETS_KEY') },
  ]);
});

test('reports nothing if the key, or one of the earlier keys, opens it', async () => {
  await portal.account();
  expect(await errors(portal.context.secrets)).toEqual([]);
  expect(await errors(createSecrets({ ...settings, SECRETS_KEY_PREVIOUS: [former] }))).toEqual([]);
});

test('a command with another key than the portal is refused, and creates none', async () => {
  await portal.account();
  const refused = /SECRETS_KEY is not that of the portal.*Nothing was done/;
  const foreign = { ...portal.config, SECRETS_KEY: settings.SECRETS_KEY };
  await expect(createSecretsOf(portal.database, foreign)).rejects.toThrow(refused);
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-keys-'));
  const { SECRETS_KEY: _, ...without } = portal.config;
  await expect(createSecretsOf(portal.database, { ...without, DATA_DIR: folder })).rejects.toThrow(refused);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('a command is done with the key of the portal, or with a newer one that names it', async () => {
  await portal.account();
  await createSecretsOf(portal.database, portal.config);
  const rotated = { ...portal.config, SECRETS_KEY: settings.SECRETS_KEY, SECRETS_KEY_PREVIOUS: [former] };
  await createSecretsOf(portal.database, rotated);
});

test('after the loss of the key, a command is done once something is sealed with the new one', async () => {
  await portal.account();
  const config = { ...portal.config, SECRETS_KEY: settings.SECRETS_KEY };
  await expect(createSecretsOf(portal.database, config)).rejects.toThrow('SECRETS_KEY');
  const { account_id } = await portal.account();
  const { stored } = makeAccountToken(createSecrets(config), account_id);
  await portal.superuser.system.run(
    sql`update accounts set account_token_sealed = ${stored.sealed} where account_id = ${account_id}`,
  );
  await createSecretsOf(portal.database, config);
});

test('the portal of a development machine does not start on what another key has sealed', async () => {
  await portal.account();
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-start-'));
  const env = { ...(await commandEnv(portal, folder)), PORT: '0', PORTAL_ENV: 'development' };
  const started = promisify(execFile)(process.execPath, [path.join(__dirname, '../server.ts')], {
    env: { ...env, SECRETS_KEY: Buffer.alloc(32, 9).toString('base64') },
    timeout: 100_000,
  });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('SECRETS_KEY is not that of the portal'),
  });
  await rm(folder, { recursive: true });
});
