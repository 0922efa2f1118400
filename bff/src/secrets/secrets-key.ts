import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';

const keyBytes = 32;

/** SECRETS_KEY; without it, on a desk, a file beside the data that is made once. */
export function readSecretsKey({ SECRETS_KEY, DATA_DIR }: Pick<Config, 'SECRETS_KEY' | 'DATA_DIR'>): Buffer {
  if (SECRETS_KEY !== undefined) return decode(SECRETS_KEY, 'SECRETS_KEY');
  const file = path.join(DATA_DIR, 'keys/secrets.key');
  if (!existsSync(file)) makeOnce(file);
  return decode(readFileSync(file, 'utf8'), file);
}

/** The file appears complete or not at all, and of two processes that start together one alone makes it. */
function makeOnce(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}

function decode(text: string, origin: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes) throw new Error(`${origin} does not hold ${keyBytes} bytes in base64`);
  return key;
}
