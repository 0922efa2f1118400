import { endpoints } from '@portal/contract/endpoints';
import type { supportRequestSchema } from '@portal/contract/support';
import type { FastifyInstance } from 'fastify';
import type { InferOutput } from 'valibot';
import type { AppContext } from '../../app-context.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { route } from '../../http/route.ts';
import { findAccount } from '../accounts/accounts.repository.ts';
import { checkBot } from '../bot-check/check-bot.ts';
import { requireService } from '../services/services.service.ts';
import { insertTicket } from './support.repository.ts';

const ticketLimit = { name: 'support:account', max: 10, windowSeconds: 3600 };

export async function supportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { config, mailer } = context;

  route(app, context, endpoints.createTicket, createTicket, {
    limit: () => ticketLimit,
    before: ({ request, body }) => checkBot(context, request, 'support', body.captcha_token),
  });

  async function createTicket({ tx, account, body }: RequestContext<typeof endpoints.createTicket>) {
    const { account_id, email, language } = account;
    const { subject, category, priority, service_id = null, context = null } = body;
    if (service_id) await requireService(tx, account_id, service_id);
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
    const values = { name: row?.name ?? '', subject, number: ticket.number };
    await mailer.send(tx, { to: email, language, mail: 'support_received', values });
    return { success: true as const, ticket };
  }
}

/** What the provider's staff reads: the customer's words, then what surrounds them. */
function staffText(body: InferOutput<typeof supportRequestSchema>, customer: string): string {
  const { category, priority, service_id, context } = body;
  const facts = { customer, category, priority, service_id, ...context };
  const lines = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  return `${body.body}\n\n--\n${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`;
}
