import type { Database } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { CdrRow } from './cdr.repository.ts';

let count = 0;

/** Inserts calls: by default answered, outbound, one minute to Germany for 0.0120. */
export async function givenCalls(
  database: Database,
  { account_id, service_id }: { account_id: string; service_id: string },
  calls: readonly (Partial<CdrRow> & { batch_id?: string | null })[],
): Promise<CdrRow[]> {
  const rows = calls.map((call): CdrRow => {
    count += 1;
    const started = call.started ?? '2026-11-20T10:00:00Z';
    const duration =
      call.duration_seconds ?? (call.result === undefined || call.result === 'answered' ? 60 : 0);
    return {
      cdr_id: `cdr_test${String(count).padStart(6, '0')}`,
      call_id: `call-${count}@198.51.100.7`,
      direction: 'outbound',
      started,
      answered: duration > 0 ? started : null,
      ended: new Date(Date.parse(started) + duration * 1000).toISOString(),
      number_from: '+3726001200',
      number_to: '+493023125101',
      number_from_name: null,
      country: 'de',
      country_from: 'ee',
      destination: 'Germany Berlin',
      destination_prefix: '4930',
      number_type: 'fixed',
      result: 'answered',
      sip_code: 200,
      sip_reason: 'OK',
      q850_cause: 16,
      hangup_source: 'callee',
      duration_seconds: duration,
      billed_seconds: duration === 0 ? 0 : Math.max(60, duration),
      ring_seconds: 5,
      pdd_ms: 1500,
      rate_initial_interval: 60,
      rate_initial: '0.012000',
      rate_next_interval: 1,
      rate_next: '0.012000',
      fee: '0.000000',
      price: duration > 0 ? '0.012000' : '0.000000',
      rated: true,
      codec: null,
      mos: null,
      ...call,
    };
  });
  await database.system.run(sql`
    insert into cdrs
    select * from json_populate_recordset(null::cdrs,
      ${JSON.stringify(rows.map((row) => ({ ...row, account_id, service_id })))})`);
  return rows;
}
