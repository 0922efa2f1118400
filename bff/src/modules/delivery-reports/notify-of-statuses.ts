import { type MessageStatus, messageGroupOfStatus } from '@portal/contract/messages';
import type { Currency } from '@portal/contract/money';
import { deliveryReportSchema } from '@portal/contract/webhook-events';
import * as v from 'valibot';
import type { Queryable } from '../../database/database.ts';
import { recordEvents } from '../webhooks/record-events.ts';

/** A stored outbound message with the currency of its service. */
export interface ReportedMessage {
  account_id: string;
  service_id: string;
  message_id: string;
  provider_id: string | null;
  client_ref: string | null;
  sender: string;
  recipient: string;
  status: MessageStatus;
  error_code: string | null;
  error_name: string | null;
  error_permanent: boolean | null;
  created: string;
  sent: string | null;
  delivered: string | null;
  latency_ms: number | null;
  parts: number;
  price: string;
  currency: Currency;
}

/** Notifies webhooks of new statuses of messages, of any accounts. */
export async function notifyOfStatuses(tx: Queryable, messages: readonly ReportedMessage[]): Promise<void> {
  for (const [accountId, some] of Map.groupBy(messages, ({ account_id }) => account_id)) {
    const events = some.map((message) => {
      const status_group = messageGroupOfStatus[message.status];
      const shown = { ...message, status_group, is_final: status_group !== 'pending' };
      const key = `${message.service_id} ${message.message_id} ${message.status}`;
      return { key, data: v.parse(deliveryReportSchema, shown) };
    });
    await recordEvents(tx, accountId, 'message.delivery_report', events);
  }
}
