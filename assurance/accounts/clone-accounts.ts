import type { CheckBff } from '../harness/bff.ts';
import type { BffCustomer } from '../harness/bff-customer.ts';

/** Adds copies of a customer's account, with its password: a thousand registrations would take minutes. Gives their addresses. */
export async function cloneAccounts(
  { database }: CheckBff,
  { email }: BffCustomer,
  count: number,
): Promise<string[]> {
  const { rows } = await database.query<{ email: string }>(
    `insert into accounts
     select copy.* from accounts a, generate_series(1, $2::int) number, jsonb_populate_record(null::accounts,
       to_jsonb(a) || jsonb_build_object('account_id', 'acc_copy' || number, 'account_sid', 'ACcopy' || number,
         'account_token_hash', '\\x' || lpad(to_hex(number), 64, '0'),
         'email', 'known-' || lpad(number::text, 4, '0') || '@example.com')) copy
     where a.email = $1
     returning email`,
    [email, count],
  );
  return rows.map((row) => row.email);
}
