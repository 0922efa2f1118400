import { devMailsSchema } from '@portal/contract/dev-mail';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext } from '../../app-context.ts';
import { listDevMail } from '../../mail/dev-mail.repository.ts';

/** The development mailbox. Where mails really leave, or in production, there is no such route. */
export async function devMailRoutes(app: FastifyInstance, { config, database }: AppContext): Promise<void> {
  if (config.SMTP_URL !== undefined || config.PORTAL_ENV === 'production') return;
  app.get('/dev/mail', async () => v.parse(devMailsSchema, { items: await listDevMail(database.system) }));
}
