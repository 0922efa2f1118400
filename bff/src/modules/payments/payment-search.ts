import { type PaymentsQuery, paymentFilterFields } from '@portal/contract/payments';
import { columnsByName, type Sql, sql } from '../../database/sql.ts';
import { matchesText } from '../../listing/conditions.ts';
import { plainAmount } from '../../listing/plain-amount.ts';

/** What is left of a transfer that is awaited, as its bank details state it. */
const toTransfer = sql`case
  when p.method = 'bank_transfer' and p.status in ('pending', 'partially_paid') and p.paid_currency = p.currency
  then (p.gross_amount - p.paid_amount)::numeric(20, 2) end`;

/** With cents, and in a crypto currency with the decimals that it has. */
const received = sql`case when p.paid_currency = p.currency then p.paid_amount::numeric(20, 2) else trim_scale(p.paid_amount) end`;

/** Whether a payment contains the text of the query; `credited` is the expression of that member. */
export function matchesPayment({ filter_or, filter_query }: PaymentsQuery, credited: Sql): Sql {
  const columns = columnsByName(
    paymentFilterFields,
    {
      // Every amount that the list shows, and what was received.
      amount: sql`concat_ws(' ', p.amount, p.gross_amount, ${credited}, ${toTransfer}, ${received})`,
      reference: sql`replace(p.reference, ' ', '')`,
      note: sql`concat_ws(' ', p.note, p.description, p.purchase_order)`,
      transaction: sql`p.transaction_reference`,
    },
    sql`p`,
  );
  return matchesText(columns, filter_or, filter_query ?? '', {
    amount: plainAmount,
    // Printed in groups of four characters.
    reference: (text) => text.replace(/\s/g, ''),
  });
}
