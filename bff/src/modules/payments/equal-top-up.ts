import type { CryptoOption } from '@portal/contract/top-up-quote';
import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { HttpError } from '../../errors/http-error.ts';

/** What a crypto payment is paid with. */
export type TopUpAsset = Pick<CryptoOption, 'pay_currency' | 'network'>;

interface TopUp {
  service_id: string;
  amount: string;
  allow_duplicate?: boolean | null | undefined;
}

/**
 * Throws 409 if an equal top-up of the last 23 hours waits for its money and the customer has not said that another one is wanted:
 * the customer may not know of the first, whose response was lost. The account is locked, so parallel requests see each other's.
 */
export async function refuseEqualTopUp(
  tx: Queryable,
  accountId: string,
  { service_id, amount, allow_duplicate }: TopUp,
  asset: TopUpAsset | null,
): Promise<void> {
  if (allow_duplicate === true) return;
  const params = await tx.first<
    Record<'payment_id' | 'number' | 'amount' | 'currency' | 'created', string>
  >(sql`
    select p.payment_id, p.number, p.amount::numeric(20, 2)::text as amount, p.currency, p.created
    from payments p left join crypto_invoices i using (account_id, payment_id)
    where p.account_id = ${accountId} and p.service_id = ${service_id} and p.type = 'top_up' and p.amount = ${amount}
      and p.method = ${asset === null ? 'bank_transfer' : 'crypto'}
      and i.pay_currency is not distinct from ${asset?.pay_currency ?? null}
      and i.network is not distinct from ${asset?.network ?? null}
      and p.status in ('pending', 'processing', 'partially_paid')
      and p.created > now() - interval '23 hours'
      -- A job expires it within a minute.
      and (p.status = 'processing' or p.expires_at is null or p.expires_at > now())
    order by p.created desc, p.payment_id limit 1`);
  if (params !== undefined) throw new HttpError('top_up_exists', { params });
}
