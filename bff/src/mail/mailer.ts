import { languageSchema } from '@portal/contract/account-fields';
import type { Language } from '@portal/contract/language';
import { createTransport } from 'nodemailer';
import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import type { Database, Queryable, Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { defineJob, type Job, type Queue } from '../queue/queue.ts';
import { mailNameSchema, readMailTexts } from './mail-texts.ts';
import { composeMail, type MailData, type MailName } from './mails.ts';
import { type RenderedMail, renderMail } from './render-mail.ts';

const mailSchema = v.object({
  to: v.string(),
  language: languageSchema,
  mail: mailNameSchema,
  values: v.record(v.string(), v.string()),
  link: v.optional(v.string()),
});
type Mail = v.InferOutput<typeof mailSchema>;

const plainMailSchema = v.object({
  to: v.string(),
  replyTo: v.string(),
  subject: v.string(),
  text: v.string(),
});
/** A mail to the provider's own staff. */
export type PlainMail = v.InferOutput<typeof plainMailSchema>;

export interface Recipient {
  email: string;
  name: string;
  /** Null for an address that nobody has confirmed: its mails do not repeat the name, which a stranger may have chosen. */
  email_confirmed_at?: string | null;
  language: Language;
}

export interface Mailer {
  /** Queues a mail to a customer; it leaves when the transaction is committed. `data` fills in the mail's texts. */
  send<Name extends MailName>(
    tx: Transaction,
    recipient: Recipient,
    mail: Name,
    ...data: MailData<Name>
  ): Promise<void>;
  sendPlain(tx: Transaction, mail: PlainMail): Promise<void>;
  jobs: readonly [Job<Mail>, Job<PlainMail>];
}

interface OutgoingMail extends RenderedMail {
  to: string;
  replyTo?: string;
}

/** Mails go through the queue to SMTP_URL, or without it into the development mailbox. */
export function createMailer(config: Config, database: Database, queue: Queue): Mailer {
  const texts = readMailTexts();
  const deliver = config.SMTP_URL === undefined ? toDevMailbox(database) : toSmtp(config.SMTP_URL, config);

  const mailJob = defineJob({
    name: 'mail',
    schema: mailSchema,
    run: async ({ to, language, mail, values, link }) => {
      const text = texts.get(language);
      if (text === undefined) throw new Error(`no mails in ${language}`);
      const service =
        values['service_type'] === 'messaging' ? text.services.messaging : text.services.voicing;
      const all = { brand: config.BRAND, support: config.SUPPORT_EMAIL, service, ...values };
      const address = link === undefined ? undefined : `${config.PUBLIC_URL}${link}`;
      await deliver({ to, ...renderMail(text, { language, mail, values: all, link: address }) });
    },
  });
  const plainMailJob = defineJob({
    name: 'plain-mail',
    schema: plainMailSchema,
    run: async ({ text, ...mail }) => deliver({ ...mail, text, html: '' }),
  });

  return {
    send: (tx, { email, name, language, email_confirmed_at }, mail, ...data) => {
      const { values, link } = composeMail(mail, data);
      const known = email_confirmed_at === null ? {} : { name };
      return queue.send(tx, mailJob, { to: email, language, mail, values: { ...known, ...values }, link });
    },
    sendPlain: (tx, mail) => queue.send(tx, plainMailJob, mail),
    jobs: [mailJob, plainMailJob],
  };
}

function toSmtp(url: string, { MAIL_FROM: from, SMTP_CA_FILE: ca }: Config) {
  // A named authority replaces the public ones.
  const transport = createTransport({ url, ...(ca !== undefined && { tls: { ca } }) }, { from });
  return async ({ html, to, ...mail }: OutgoingMail) => {
    // An object is one address; a text would be parsed as a list.
    const recipient = { name: '', address: to };
    await transport.sendMail({ ...mail, to: recipient, ...(html !== '' && { html }) });
  };
}

function toDevMailbox(database: Database) {
  return (mail: OutgoingMail) => insertDevMail(database.system, mail);
}

async function insertDevMail(db: Queryable, { to, subject, text, html }: OutgoingMail): Promise<void> {
  await db.run(sql`
    insert into dev_mail (recipient, subject, text, html) values (${to}, ${subject}, ${text}, ${html})`);
}

/** Returns the latest mails, newest first. */
export async function listDevMail(db: Queryable): Promise<(OutgoingMail & { created: string })[]> {
  return db.query(sql`
    select recipient as to, subject, text, html, created from dev_mail order by mail_id desc limit 200`);
}
