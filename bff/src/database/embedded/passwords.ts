import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createPrivateFile } from '../../config/private-file.ts';

/** Returns the password of the server's superuser, which a file of the data folder holds; the first call makes it. */
export function readSuperuserPassword(root: string): Promise<string> {
  return readPassword(path.join(root, 'postgres-password'));
}

/** The same for the role that owns the portal's database, and for the one as which the server logs in. */
export function readRolePassword(root: string, role: 'owner' | 'server'): Promise<string> {
  return readPassword(path.join(root, `portal-${role}-password`));
}

async function readPassword(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (stored.trim() !== '') return stored.trim();
  createPrivateFile(file, randomBytes(24).toString('hex'));
  return (await readFile(file, 'utf8')).trim();
}
