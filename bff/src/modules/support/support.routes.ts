import { randomBytes } from 'node:crypto';
import { endpoints } from '@portal/contract/endpoints';
import type { supportRequestSchema, Ticket } from '@portal/contract/support';
import type { FastifyInstance } from 'fastify';
import type { InferOutput } from 'valibot';
import { findAccount } from '../../accounts/accounts.repository.ts';
import type { AppContext, RequestContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { Queryable } from '../../database/database.ts';
import { insertInto, sql } from '../../database/sql.ts';
import { limitCaller } from '../../sessions/session-share.ts';
import { checkBot } from '../bot-check/bot-check.ts';
import { requireService } from '../services/services.service.ts';

const ticketLimit = { name: 'support', max: 10, windowSeconds: 3600 };

export async function supportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { config, mailer } = context;

  route(app, context, endpoints.createTicket, createTicket, {
    before: async (exchange) => {
      const { request, session, body } = exchange;
      // A thief of another session can use up neither these checks nor those of the owner's logins.
      const subject = { key: `session:${session.id}`, isKnown: true };
      await checkBot(context, request, { action: 'support', token: body.captcha_token, subject });
      await limitCaller(context, ticketLimit, exchange);
    },
  });

  async function createTicket({ tx, account, body }: RequestContext<typeof endpoints.createTicket>) {
    const { account_id, email, language } = account;
    const { subject, category, priority, service_id = null, context = null } = body;
    if (service_id) await requireService(tx, account, { service_id });
    const ticket = await insertTicket(tx, {
      account_id,
      subject,
      body: body.body,
      category,
      priority,
      service_id,
      context,
      reply_to: email,
    });
    const row = await findAccount(tx, account_id);
    await mailer.sendPlain(tx, {
      to: config.SUPPORT_EMAIL,
      replyTo: email,
      subject: `[${ticket.number}] ${subject}`,
      text: staffText(body, `${row?.company ?? ''}, ${row?.account_sid ?? account_id}`),
    });
    const recipient = { email, language, name: row?.name ?? '' };
    await mailer.send(tx, recipient, 'support_received', { subject, number: ticket.number });
    return { success: true as const, ticket };
  }
}

/** Returns the mail for the provider's staff. The facts stand before the customer's text, which could imitate them. */
function staffText(body: InferOutput<typeof supportRequestSchema>, customer: string): string {
  const { category, priority, service_id, context } = body;
  const facts = { customer, category, priority, service_id, ...context };
  const lines = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  return `${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${body.body}\n`;
}

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

export async function insertTicket(db: Queryable, ticket: NewTicket): Promise<Ticket> {
  const row = {
    ...ticket,
    ticket_id: `tkt_${randomBytes(9).toString('base64url')}`,
    number: sql`number_in_series(nextval('support_ticket_number'))`,
  };
  return db.one<Ticket>(sql`
    ${insertInto('support_tickets', row)}
    returning ticket_id, number, subject, status, category, priority, service_id, created, updated, reply_to`);
}
