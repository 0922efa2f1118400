import type pg from 'pg';

/** A service with calls, of an account. */
export interface TrafficOwner {
  accountId: string;
  serviceId: string;
}

export interface TrafficPlan {
  /** Calls of all customers, in the thirteen months up to now. */
  calls: number;
  /** Calls of the largest customer. */
  largest: TrafficOwner & { calls: number };
  /** The customers with the most calls after it; the others have no account. */
  next: readonly TrafficOwner[];
  onProgress: (text: string) => void;
}

const months = 13;
/** Customers besides the largest one: few of them have most of the calls. */
const customers = 1_000;
const destinations = 200;
/** The largest customer's rented numbers, from which it calls. */
const ownNumbers = 50;

/**
 * Fills the table of calls of an empty database month by month, as a bulk load does: a partition is filled before it is attached,
 * and then summed. A tenth of the numbers that a customer calls are new to it.
 */
export async function seedTraffic(database: pg.Pool, plan: TrafficPlan): Promise<void> {
  await seedNumbers(database, plan.largest);
  const { rows } = await database.query<{ first: string; next: string; name: string; day: string }>(`
    select first::text, date_add(first, '1 month', 'UTC')::text as next, to_char(first at time zone 'UTC', 'YYYY_MM') as name
    from generate_series(0, ${months - 1}) back,
      lateral (select date_add(date_trunc('month', now(), 'UTC'), make_interval(months => -back), 'UTC') as first) month
    order by 1`);
  for (const { first, next, name } of rows) {
    const partition = `cdrs_${name}`;
    const perMonth = Math.ceil(plan.calls / months);
    const share = plan.largest.calls / plan.calls;
    await database.query('select setseed(0.42)');
    await database.query(`create table ${partition} (like cdrs including defaults including constraints)`);
    await database.query(callsOf(partition, { ...plan, perMonth, share, name }), [first, next]);
    await database.query(
      `alter table cdrs attach partition ${partition} for values from ('${first}') to ('${next}')`,
    );
    await database.query(`select close_partition('${partition}'), sum_usage_of('cdrs', '${partition}')`);
    await database.query(`vacuum analyze ${partition}`);
    plan.onProgress(`${partition}: ${perMonth} calls`);
  }
  await database.query('vacuum analyze');
}

async function seedNumbers(database: pg.Pool, { accountId, serviceId }: TrafficOwner): Promise<void> {
  await database.query(
    `insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status, monthly_price,
       currency, rented_at)
     select $1, 'num_' || n, $2, '+3726' || lpad(n::text, 6, '0'), 'ee', 'local', '{voice_in,voice_out}', 'active', 3, 'eur', now()
     from generate_series(1, ${ownNumbers}) n`,
    [accountId, serviceId],
  );
}

interface Month extends TrafficPlan {
  perMonth: number;
  /** Of the largest customer, 0 to 1. */
  share: number;
  name: string;
}

/** Inserts a month's calls; `$1` and `$2` are its first moment and the next month's. */
function callsOf(partition: string, { perMonth, share, largest, next, name, calls }: Month): string {
  return `
    insert into ${partition} (account_id, service_id, started, cdr_id, call_id, direction, answered, ended, number_from, number_to,
      country, country_from, destination, destination_prefix, number_type, result, sip_code, hangup_source, duration_seconds,
      billed_seconds, ring_seconds, pdd_ms, rate_initial_interval, rate_initial, rate_next_interval, rate_next, fee, price, batch_id)
    select case when is_largest then '${largest.accountId}'
        else coalesce((${listOf(next.map(({ accountId }) => accountId))})[customer + 1], 'acc_filler' || customer) end,
      case when is_largest then '${largest.serviceId}'
        else coalesce((${listOf(next.map(({ serviceId }) => serviceId))})[customer + 1], 'svc_vo_filler' || customer) end,
      started, 'cdr_${name}_' || n, 'call-' || n || '@198.51.100.7',
      'outbound', case when talk > 0 then started + interval '8 seconds' end, started + make_interval(secs => 8 + talk),
      '+3726' || lpad((1 + n % ${ownNumbers})::text, 6, '0'),
      '+' || (30 + destination % 60) || lpad((contact * 7919 % 1000000007)::text, 9, '0'),
      chr(97 + destination % 26) || chr(97 + destination % 23), 'ee', 'Destination ' || destination, (30 + destination % 60)::text,
      'mobile', case when talk > 0 then 'answered' else (array['no_answer', 'busy', 'canceled', 'rejected'])[1 + n % 4] end,
      case when talk > 0 then 200 else 480 end, 'caller', talk, talk, 8, 300 + (random() * random() * 8000)::integer, 60, 0.012, 1, 0.012,
      0, round(talk * 0.0002, 6), 'opening'
    from (
      select n, $1::timestamptz + random() * (least($2::timestamptz, now()) - $1::timestamptz) as started,
        random() < ${share} as is_largest, (random() ^ 3 * ${customers})::integer as customer,
        (random() * random() * ${destinations})::integer as destination, (random() * ${Math.ceil(calls / 10)})::bigint as contact,
        case when random() < 0.6 then 1 + (random() * random() * 900)::integer else 0 end as talk
      from generate_series(1, ${perMonth}) n
    ) generated`;
}

function listOf(ids: readonly string[]): string {
  return `array[${ids.map((id) => `'${id}'`).join(', ')}]::text[]`;
}
