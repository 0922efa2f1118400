import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Transaction } from '../../database/database.ts';
import type { Mailer } from '../../mail/mailer.ts';

/** Mails to the owner of an address that somebody wanted for a new account, or for another account than the owner's. */
export async function tellOwner(
  mailer: Mailer,
  tx: Transaction,
  { email, language, name }: AccountRow,
  cause: 'already_registered' | 'address_taken',
): Promise<void> {
  await mailer.send(tx, { to: email, language, mail: cause, values: { name }, link: '/restore' });
}
