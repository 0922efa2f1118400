import { euCountryCodes } from '@portal/contract/tax-number';
import { sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

/** Documents with the payments that they list as lines; those of payments that state no VAT have the rate of then and the buyer of today. */
const taxedDocuments = sql`
  select number as subject, detail -> 'vat' as vat, detail -> 'supplier' as supplier, detail -> 'customer' as buyer, detail -> 'lines' as lines
  from monthly_vat_invoices i
  where basis = 'usage' or not exists (
    select from jsonb_array_elements(detail -> 'payments') listed
    join payments y on y.account_id = i.account_id and y.payment_id = listed ->> 'payment_id'
    join payments paid on paid.account_id = y.account_id and paid.payment_id = coalesce(y.refunded_payment_id, y.payment_id)
    where paid.particulars -> 'vat' ->> 'reason' is null)`;

/** What can be the reason for the VAT of `buyer`, as in `vatOn`. Neither payments nor documents state the register's answer. */
const possibleReasons = sql`case
  when buyer ->> 'country' is null then array['country_missing']
  when buyer ->> 'country' = supplier ->> 'country' then array['provider_country']
  when buyer ->> 'country' <> all (${euCountryCodes}::text[]) then array['outside_eu']
  when buyer ->> 'tax_number' is null then array['tax_number_missing']
  else array['reverse_charge', 'tax_number_unchecked', 'tax_number_invalid', 'tax_number_not_confirmed'] end`;

const untaxedReasons = sql`array['reverse_charge', 'outside_eu']`;

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
    name: 'a payment and a document are taxed for a reason that applies to their buyer, and by the buyer’s country',
    violations: sql`
      select subject, concat_ws(' ', array_to_string(reasons, ' or '), country) as expected,
        concat_ws(' ', vat ->> 'reason', vat ->> 'country', vat ->> 'rate') as found
      from (
        select coalesce(number, payment_id) as subject, particulars -> 'vat' as vat, particulars -> 'issuer' as supplier,
          particulars -> 'customer' as buyer
        from payments
        union all
        select subject, vat, supplier, buyer from (${taxedDocuments}) documents
      ) taxed
      cross join lateral (
        select ${possibleReasons} as reasons, coalesce(buyer ->> 'country', supplier ->> 'country') as country
      ) possible
      where vat ->> 'reason' is not null
        and (vat ->> 'reason' <> all (reasons) or vat ->> 'country' is distinct from country
          or ((vat ->> 'rate')::numeric = 0) <> (vat ->> 'reason' = any (${untaxedReasons})))`,
  },
  {
    name: 'a document is taxed as its reason says, or without one as its buyer’s country does',
    violations: sql`
      select distinct subject, array_to_string(reasons, ' or ') as expected,
        concat_ws(' ', line ->> 'tax_category', 'for', buyer ->> 'country') as found
      from (${taxedDocuments}) documents
      cross join lateral (
        select case when vat ->> 'reason' is null then ${possibleReasons} else array[vat ->> 'reason'] end as reasons
      ) possible
      cross join jsonb_array_elements(lines) line
      where case line ->> 'tax_category'
        when 'AE' then 'reverse_charge' <> all (reasons)
        when 'O' then 'outside_eu' <> all (reasons)
        else reasons <@ ${untaxedReasons} end`,
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
