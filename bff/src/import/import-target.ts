import type { Transaction } from '../database/database.ts';
import { dialCode } from '../modules/services/dial-codes.ts';
import { ImportError } from './import-error.ts';
import { findImportTarget, type ImportTarget } from './imported-records.repository.ts';

/** Returns the dial code of the account's country. */
export function dialCodeOf({ country }: ImportTarget): string | undefined {
  return country === null ? undefined : dialCode(country);
}

const recordsOf = { voicing: 'calls', messaging: 'messages' } as const;

/** Returns the service into which records are imported. Throws ImportError if there is none, or one of the other type. */
export async function requireTarget(
  tx: Transaction,
  serviceId: string,
  type: ImportTarget['type'],
): Promise<ImportTarget> {
  const target = await findImportTarget(tx, serviceId);
  if (target === undefined) throw new ImportError(`There is no service ${serviceId}.`);
  if (target.type !== type)
    throw new ImportError(`Service ${serviceId} is a ${target.type} one: it has no ${recordsOf[type]}.`);
  return target;
}
