import { type Sql, sql } from '../../../database/sql.ts';
import type { AuditRule } from './audit-rule.ts';

// A demonstration has no statement of a bank, and no staff: the keys of its entries name the payment.
const isOfDemonstration = sql`exists (
  select from payment_entries l where l.entry_id = e.entry_id and split_part(e.event_key, ':', 2) = l.payment_id)`;

/** The moment after a word of an entry's reason; null if there is none. */
function momentAfter(word: Sql): Sql {
  const text = sql`split_part(split_part(e.reason, ${word}, 2), ' ', 1)`;
  return sql`case when pg_input_is_valid(${text}, 'timestamptz') then (${text})::timestamptz end`;
}

/** What an entry says of the event that it posts. */
export const entryRules: readonly AuditRule[] = [
  {
    name: 'an entry has the kind of its event',
    violations: sql`
      select event_key as subject, expected, kind as found
      from (
        select event_key, kind, case split_part(event_key, ':', 1)
            when 'import' then case when exists (select from usage_corrections c where c.entry_id = e.entry_id) then 'adjustment' else 'usage' end
            when 'rent' then 'number_rent' when 'opening' then 'opening'
            when 'invoice' then case basis when 'prepayment' then 'invoice' else document_type end
            else case
              when exists (select from usage_corrections c where c.entry_id = e.entry_id) then 'adjustment'
              else (select min(case type when 'promo' then 'credit' else type end)
                from payment_entries l join payments using (account_id, payment_id) where l.entry_id = e.entry_id)
            end
          end as expected
        from journal_entries e left join monthly_vat_invoices i on i.monthly_vat_invoice_id = e.document_id
      ) kinds
      where kind <> expected or (expected is null and kind not in ('credit', 'adjustment', 'top_up', 'refund'))`,
  },
  {
    name: 'an entry changes only those accounts of the provider that its event concerns',
    violations: sql`
      select event_key as subject, array_to_string(allowed, ', ') as expected, found.kind as found
      from (
        select event_key, a.kind, case e.kind
            when 'usage' then array['usage_revenue'] when 'number_rent' then array['number_rents']
            when 'credit' then array['credits'] when 'opening' then array['credits']
            when 'refund' then array['refunds', 'vat']
            when 'invoice' then array['usage_revenue', 'number_rents', 'vat']
            when 'credit_note' then array['usage_revenue', 'number_rents', 'vat']
            when 'adjustment' then array[
              case when exists (select from usage_corrections c where c.entry_id = e.entry_id) then 'usage_revenue' else 'credits' end]
            when 'top_up' then array[coalesce((
              select max(case method when 'bank_transfer' then 'incoming_bank' when 'crypto' then 'crypto_clearing' else 'credits' end)
              from payment_entries l join payments using (account_id, payment_id) where l.entry_id = e.entry_id), 'none'), 'vat']
          end as allowed
        from journal_entries e join postings p using (entry_id) join ledger_accounts a using (ledger_account_id)
        where a.account_id is null
      ) found
      where found.kind <> all (allowed)`,
  },
  {
    name: 'the entry of usage or of a number’s charge says when, and for what',
    violations: sql`
      select event_key as subject, concat_ws(' ', source.key, source.occurred_at, source.recorded_at, source.reason, first_record, last_record) as expected,
        concat_ws(' ', event_key, e.occurred_at, e.recorded_at, e.reason) as found
      from journal_entries e
      join (
        select entry_id, 'import:' || batch_id || ':' || service_id as key, last_record as occurred_at, recorded_at,
          records || ' records from ' as reason, first_record, last_record
        from usage_batches
        union all
        select entry_id, 'rent:' || charge_id, occurred_at, recorded_at,
          case kind when 'setup' then 'Set-up of ' || number
            else 'Rent of ' || number || ' from ' || period_start || ' to ' || period_end end, null, null
        from number_charges
      ) source using (entry_id)
      where (event_key, e.occurred_at, e.recorded_at) is distinct from (source.key, source.occurred_at, source.recorded_at)
        or not starts_with(e.reason, source.reason)
        or (first_record is not null and (first_record, last_record) is distinct from (${momentAfter(sql`' from '`)}, ${momentAfter(sql`' to '`)}))`,
  },
  {
    // A bank names the day only: the moment is between its midnight, as formerly, and its midday in the account's time zone then.
    name: 'an entry that names a bank’s entry has its day',
    violations: sql`
      select event_key as subject, coalesce(b.booked::text, 'an entry of the bank') as expected, e.occurred_at::text as found
      from journal_entries e left join bank_entries b on 'bank:' || bank_entry_id = event_key
      where event_key like 'bank:%' and not ${isOfDemonstration}
        and ((e.occurred_at at time zone 'UTC') - b.booked::timestamp between interval '-14 hours' and interval '24 hours') is not true`,
  },
  {
    name: 'an entry of the staff names what they did',
    violations: sql`
      select event_key as subject, 'an action of ' || e.actor as expected, 'none' as found
      from journal_entries e
      -- One action can have several entries, whose keys add a line or a batch.
      cross join lateral (select substr(event_key, 7) as name) own
      where event_key like 'staff:%' and not ${isOfDemonstration} and not exists (
        select from staff_actions a where a.actor = e.actor and action_key in (name, regexp_replace(name, ':[^:]+$', '')))`,
  },
];
