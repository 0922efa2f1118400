import { hash, verify } from '@node-rs/argon2';

// Argon2id, the library's default variant, at OWASP's minimum: 19 MiB, two passes, about 10 ms.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/** Compares; without a hash it takes as long and says no, so that time does not tell who is a customer. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && matches;
}
