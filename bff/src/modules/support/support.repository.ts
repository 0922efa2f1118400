import { randomBytes } from 'node:crypto';
import type { Ticket } from '@portal/contract/support';
import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

export interface NewTicket {
  account_id: string;
  subject: string;
  body: string;
  category: string;
  priority: string;
  service_id: string | null;
  context: object | null;
  reply_to: string;
}

export async function insertTicket(database: Queryable, ticket: NewTicket): Promise<Ticket> {
  return database.one<Ticket>(sql`
    insert into support_tickets
      (account_id, ticket_id, number, subject, body, category, priority, service_id, context, reply_to)
    values (${ticket.account_id}, ${`tkt_${randomBytes(9).toString('base64url')}`},
      nextval('support_ticket_number')::text, ${ticket.subject}, ${ticket.body}, ${ticket.category},
      ${ticket.priority}, ${ticket.service_id}, ${ticket.context}, ${ticket.reply_to})
    returning ticket_id, number, subject, status, category, priority, service_id, created, updated, reply_to`);
}
