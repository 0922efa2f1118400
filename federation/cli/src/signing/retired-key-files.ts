import { existsSync, linkSync, renameSync } from 'node:fs';
import { faultPoint } from '../fault-point.ts';
import { readSigningKey, type SigningKey, SigningKeyError } from './signing-key.ts';

/**
 * The file that a key gets when another one replaces it: one that does not exist, or that holds the key already because an earlier
 * attempt was killed. Throws SigningKeyError when both names belong to other files.
 */
export async function retiredFileFor(keyFile: string, key: SigningKey): Promise<string> {
  const named = `${keyFile}.retired-${key.id}`;
  for (const file of [`${keyFile}.retired`, named]) {
    if (!existsSync(file)) return file;
    const held = await readSigningKey(file).catch(() => undefined);
    if (held?.id === key.id) return file;
  }
  throw new SigningKeyError(`${named} is not key ${key.id}: rename that file, then repeat the command`);
}

/** Moves a new key to `keyFile`, whose key stays in `retired`. At every moment both keys have a file, and `keyFile` one of them. */
export function replaceKeyFile({ keyFile, newFile, retired }: Replacement): void {
  // A link never replaces a file, and the rename then takes only the old name from the old key.
  if (existsSync(keyFile) && !existsSync(retired)) linkSync(keyFile, retired);
  faultPoint('rotate-retired');
  renameSync(newFile, keyFile);
}

interface Replacement {
  keyFile: string;
  newFile: string;
  retired: string;
}
