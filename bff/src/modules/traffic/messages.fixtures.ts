import type { Database } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { MessageRow } from './messages.repository.ts';

let count = 0;

/** Inserts messages: by default delivered, outbound, one segment to Estonia for 0.039. */
export async function givenMessages(
  database: Database,
  { account_id, service_id }: { account_id: string; service_id: string },
  messages: readonly (Partial<MessageRow> & { batch_id?: string })[],
): Promise<MessageRow[]> {
  const rows = messages.map((message): MessageRow => {
    count += 1;
    const created = message.created ?? '2026-11-20T10:00:00Z';
    return {
      message_id: `msg_test${String(count).padStart(6, '0')}`,
      provider_id: null,
      client_ref: `order-${count}`,
      direction: 'outbound',
      channel: 'sms',
      sender: 'DALAT',
      recipient: '+37255512345',
      country: 'ee',
      mcc: '248',
      mnc: '01',
      operator: 'Telia',
      status: 'delivered',
      error_code: null,
      error_name: null,
      error_permanent: null,
      created,
      sent: created,
      delivered: created,
      latency_ms: 3000,
      parts: 1,
      encoding: 'gsm7',
      characters: 92,
      text: null,
      unit_price: '0.039000',
      price: '0.039000',
      campaign_id: null,
      campaign_name: null,
      validity_until: null,
      ...message,
    };
  });
  await database.system.run(sql`
    insert into messages
    select * from json_populate_recordset(null::messages,
      ${JSON.stringify(rows.map((row) => ({ ...row, account_id, service_id })))})`);
  return rows;
}
