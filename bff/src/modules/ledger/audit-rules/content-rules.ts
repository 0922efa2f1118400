import { sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

/** What a document states in its lines, its totals and in euro. */
export const contentRules: readonly AuditRule[] = [
  {
    name: 'a line of a document is its quantity times its price',
    violations: sql`
      select number || ' line ' || (line ->> 'line_id') as subject, round(quantity * price, 2)::text as expected, net::text as found
      from monthly_vat_invoices cross join jsonb_array_elements(detail -> 'lines') line
      cross join lateral (
        select (line ->> 'quantity')::numeric as quantity, (line ->> 'unit_price')::numeric as price, (line ->> 'net_amount')::numeric as net
      ) amounts
      -- Prices of older documents have six decimals, so those of large quantities differ by more than half a cent.
      where price < 0 or abs(abs(quantity * price) - abs(net)) > 0.005 + abs(quantity) * 0.0000005
        or (quantity = 0 and net <> 0) or quantity * net < 0`,
  },
  {
    name: 'the totals of a document are those of its lines, its rounding and its VAT',
    violations: sql`
      select number as subject, concat_ws(' ', net_amount, 0, 0, rounding) as expected,
        concat_ws(' ', t ->> 'lines_net', t ->> 'allowances', t ->> 'charges', t ->> 'rounding') as found
      from monthly_vat_invoices cross join lateral (select detail -> 'totals' as t) totals
      where (net_amount, 0, 0, rounding) is distinct from (
        (t ->> 'lines_net')::numeric, (t ->> 'allowances')::numeric, (t ->> 'charges')::numeric,
        coalesce((t ->> 'rounding')::numeric, 0))`,
  },
  {
    name: 'a document in another currency states its VAT in euro, at its rate',
    violations: sql`
      select number as subject, concat_ws(' ', tax_amount, 'at', rate, '=', round(tax_amount / rate, 2)) as expected,
        concat_ws(' ', detail ->> 'tax_currency', in_euro) as found
      from monthly_vat_invoices cross join lateral (
        select (detail ->> 'exchange_rate')::numeric as rate, (detail ->> 'tax_amount_in_tax_currency')::numeric as in_euro
      ) stated
      where detail -> 'tax_conversions' is null
        and case when currency = 'eur' or tax_amount = 0 then in_euro is not null or rate is not null
        else (detail ->> 'tax_currency', in_euro) is distinct from ('eur', round(tax_amount / nullif(rate, 0), 2))
          or in_euro is null or coalesce(detail ->> 'exchange_rate_source', '') = '' end`,
  },
  {
    name: 'a document at several rates states the VAT of each in euro, and their sum',
    violations: sql`
      select number as subject, concat_ws(' ', 'eur', tax_amount, '=', sum(converted)) as expected,
        concat_ws(' ', detail ->> 'tax_currency', sum(tax), '=', detail ->> 'tax_amount_in_tax_currency') as found
      from monthly_vat_invoices cross join lateral (
        select (c ->> 'tax_amount')::numeric as tax, (c ->> 'tax_amount_in_tax_currency')::numeric as stated,
          round((c ->> 'tax_amount')::numeric / nullif((c ->> 'exchange_rate')::numeric, 0), 2) as converted
        from jsonb_array_elements(detail -> 'tax_conversions') c
      ) each
      group by account_id, monthly_vat_invoice_id
      having currency = 'eur' or detail ->> 'exchange_rate' is not null
        or (detail ->> 'tax_currency', detail ->> 'tax_amount_in_tax_currency', tax_amount)
          is distinct from ('eur', sum(converted)::text, sum(tax))
        or bool_or(stated is distinct from converted)`,
  },
  {
    // A credit note has the rate of the invoice that it corrects.
    name: 'a document’s exchange rate is that of its source and day',
    violations: sql`
      select number as subject, concat_ws(' ', coalesce(r.rate::text, 'a rate of'), given.source) as expected, stated::text as found
      from monthly_vat_invoices i
      cross join lateral (
        select (each ->> 'exchange_rate')::numeric as stated, each ->> 'exchange_rate_source' as source
        from jsonb_array_elements(jsonb_build_array(detail) || coalesce(detail -> 'tax_conversions', '[]')) each
      ) given
      left join exchange_rates r on r.currency = i.currency and given.source = r.source || ' ' || r.day
      where stated is not null and r.rate is distinct from stated`,
  },
  {
    name: 'a credit note names the invoice that its lines correct',
    violations: sql`
      select n.number as subject, concat_ws(' ', i.number, i.issue_date) as expected,
        concat_ws(' ', preceding ->> 'number', preceding ->> 'date') as found
      from invoice_corrections c
      join monthly_vat_invoices n on n.account_id = c.account_id and n.monthly_vat_invoice_id = c.credit_note_id
      join monthly_vat_invoices i on i.account_id = c.account_id and i.monthly_vat_invoice_id = c.corrected_id
      cross join lateral (select n.detail -> 'preceding_invoice' as preceding) named
      where (i.number, i.issue_date::text, i.service_id, i.currency, i.basis, 'credit_note') is distinct from
        (preceding ->> 'number', preceding ->> 'date', n.service_id, n.currency, n.basis, n.document_type)`,
  },
  {
    name: 'a credit note for prepayments has given back what its lines say',
    violations: sql`
      select number as subject, paid_amount::text as expected, sum(c.gross_amount)::text as found
      from monthly_vat_invoices i join invoice_corrections c on c.account_id = i.account_id and c.credit_note_id = i.monthly_vat_invoice_id
      where c.gross_amount is not null
      group by i.account_id, monthly_vat_invoice_id having paid_amount <> sum(c.gross_amount)`,
  },
];
