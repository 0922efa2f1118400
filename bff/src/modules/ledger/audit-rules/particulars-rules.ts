import { sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

/** What a document states about its VAT and its two sides. */
export const particularsRules: readonly AuditRule[] = [
  {
    name: 'the VAT breakdown of a document is that of its lines',
    violations: sql`
      with lines as (
        select account_id, monthly_vat_invoice_id, line ->> 'tax_category' as category, (line ->> 'tax_rate')::numeric as rate,
          sum((line ->> 'net_amount')::numeric) as net
        from monthly_vat_invoices cross join jsonb_array_elements(detail -> 'lines') line
        group by 1, 2, 3, 4
      ), breakdown as (
        select account_id, monthly_vat_invoice_id, tax ->> 'category' as category, (tax ->> 'rate')::numeric as rate,
          (tax ->> 'taxable_amount')::numeric as net, (tax ->> 'tax_amount')::numeric as vat,
          tax ->> 'exemption_code' as exemption
        from monthly_vat_invoices cross join jsonb_array_elements(detail -> 'tax_breakdown') tax
      )
      select number as subject,
        concat_ws(' ', category, rate, coalesce(l.net, 0), round(coalesce(l.net, 0) * rate / 100, 2)) as expected,
        coalesce(concat_ws(' ', b.net, vat, exemption), 'none') as found
      from lines l full join breakdown b using (account_id, monthly_vat_invoice_id, category, rate)
      join monthly_vat_invoices i using (account_id, monthly_vat_invoice_id)
      where (b.net, vat) is distinct from (coalesce(l.net, 0), round(coalesce(l.net, 0) * rate / 100, 2))
        or exemption is distinct from case category when 'AE' then 'VATEX-EU-AE' when 'O' then 'VATEX-EU-O' end`,
  },
  {
    name: 'the VAT of a document is the sum of its breakdown, and its treatment that of the first part',
    violations: sql`
      select number as subject, concat_ws(' ', tax ->> 0, vat) as expected, concat_ws(' ', tax_treatment, tax_amount) as found
      from monthly_vat_invoices
      cross join lateral (
        select coalesce(sum((part ->> 'tax_amount')::numeric), 0) as vat, json_agg(part ->> 'category' order by n) as tax
        from jsonb_array_elements(detail -> 'tax_breakdown') with ordinality parts(part, n)
      ) breakdown
      where jsonb_array_length(detail -> 'lines') > 0 and (vat, tax ->> 0) is distinct from (tax_amount,
        case tax_treatment when 'standard' then 'S' when 'reverse_charge' then 'AE' when 'outside_scope' then 'O' end)`,
  },
  {
    name: 'a document names its supplier, and with reverse charge both VAT numbers and two countries',
    violations: sql`
      select number as subject, 'particulars' as expected,
        concat_ws(', ', supplier ->> 'name', supplier ->> 'country', supplier ->> 'tax_number', 'to', customer ->> 'country',
          customer ->> 'tax_number') as found
      from monthly_vat_invoices
      cross join lateral (select detail -> 'supplier' as supplier, detail -> 'customer' as customer) sides
      where coalesce(supplier ->> 'name', '') = '' or coalesce(supplier ->> 'address', '') = ''
        or coalesce(supplier ->> 'country', '') = ''
        or (jsonb_path_exists(detail, '$.lines[*] ? (@.tax_category == "S" || @.tax_category == "AE")')
          and coalesce(supplier ->> 'tax_number', '') = '')
        or (jsonb_path_exists(detail, '$.lines[*] ? (@.tax_category == "AE")')
          and (coalesce(customer ->> 'tax_number', '') = '' or coalesce(customer ->> 'country', '') in ('', supplier ->> 'country')))`,
  },
  {
    name: 'a document and a payment are addressed to their own account',
    violations: sql`
      select document as subject, a.account_sid as expected, d.account_sid as found
      from (
        select account_id, number as document, detail -> 'customer' ->> 'account_sid' as account_sid from monthly_vat_invoices
        union all
        select account_id, coalesce(number, payment_id), particulars -> 'customer' ->> 'account_sid' from payments
      ) d join accounts a using (account_id)
      where d.account_sid <> a.account_sid`,
  },
  {
    name: 'a top-up has the VAT that its documents state',
    violations: sql`
      select coalesce(number, payment_id) as subject,
        case particulars ->> 'basis' when 'prepayment' then particulars -> 'vat' ->> 'rate' else '0.00' end as expected,
        tax_rate::text as found
      from payments
      where type = 'top_up' and particulars -> 'vat' ->> 'rate' is not null
        and tax_rate <> case particulars ->> 'basis' when 'prepayment' then (particulars -> 'vat' ->> 'rate')::numeric else 0 end`,
  },
];
