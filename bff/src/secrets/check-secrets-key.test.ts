import { expect, test } from '@jest/globals';
import pino from 'pino';
import { testPortal } from '../testing/test-portal.ts';
import { checkSecretsKey } from './check-secrets-key.ts';
import { createSecrets, type Secrets } from './secrets.ts';

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
