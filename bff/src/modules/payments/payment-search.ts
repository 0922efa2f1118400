import { type PaymentsQuery, paymentFilterFields } from '@portal/contract/payments';
import { columnsByName, type Sql, sql } from '../../database/sql.ts';
import { matchesText } from '../../listing/conditions.ts';

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

const amountPattern = /^(?:€|\$|eur|usd)?[-−]?(?:€|\$|eur|usd)?(\d[\d.,'’]*)(?:€|\$|eur|usd)?$/i;

/**
 * Returns an amount as it is stored: it is shown, and so typed, with the currency, the decimal comma and the separators of
 * thousands of the customer's language. A separator is that of decimals if one or two digits or, without another one, more than three
 * follow it. Any other text is returned as it is.
 */
export function plainAmount(text: string): string {
  const [, digits] = amountPattern.exec(text.replace(/\s/g, '')) ?? [];
  if (digits === undefined) return text;
  const [, whole = '', decimals] = /^(.*?)(?:[.,](\d{0,2}|\d{4,}))?$/.exec(digits) ?? [];
  const figures = whole.replace(/\D/g, '');
  return decimals === undefined ? figures : `${figures}.${decimals}`;
}
