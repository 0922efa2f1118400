import { languageSchema } from '@portal/contract/account-fields';
import type { DevMail } from '@portal/contract/dev-mail';
import type { Language } from '@portal/contract/language';
import { createTransport } from 'nodemailer';
import * as v from 'valibot';
import { isErasedAddress } from '../accounts/erased-address.ts';
import type { Config } from '../config/config.ts';
import type { Database, Queryable, Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { defineJob, type Job, type Queue } from '../queue/queue.ts';
import { MailError } from './mail-error.ts';
import { mailNameSchema, readMailTexts } from './mail-texts.ts';
import { composeMail, type MailData, type MailName } from './mails.ts';
import { type RenderedMail, renderMail } from './render-mail.ts';

const mailSchema = v.object({
  to: v.string(),
  language: languageSchema,
  mail: mailNameSchema,
  values: v.record(v.string(), v.string()),
  link: v.optional(v.string()),
  /** The payment whose receipt is attached. */
  receipt: v.optional(v.object({ account_id: v.string(), payment_id: v.string() })),
  /** The rendered receipt; the contents are base64. */
  attachments: v.optional(
    v.array(v.object({ filename: v.string(), contentType: v.string(), content: v.string() })),
  ),
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
  /** The same with the receipt of a payment, as a PDF. */
  sendReceipt<Name extends MailName>(
    tx: Transaction,
    recipient: Recipient,
    receipt: NonNullable<Mail['receipt']>,
    mail: Name,
    ...data: MailData<Name>
  ): Promise<void>;
  sendPlain(tx: Transaction, mail: PlainMail): Promise<void>;
  jobs: readonly [Job<Mail>, Job<Mail>, Job<PlainMail>];
}

interface OutgoingMail extends RenderedMail {
  to: string;
  replyTo?: string;
  attachments?: readonly Attachment[];
}

/** A file of a mail, as nodemailer names its members. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Renders the receipt of a payment; no file if it has none. */
export type AttachReceipt = (receipt: NonNullable<Mail['receipt']>) => Promise<Attachment[]>;

/**
 * Mails go through the queue to SMTP_URL, or without it into the development mailbox. Only a process that runs the jobs needs
 * `attachReceipt`.
 */
export function createMailer(
  config: Config,
  database: Database,
  queue: Queue,
  attachReceipt: AttachReceipt = async () => [],
): Mailer {
  const texts = readMailTexts();
  const deliver = config.SMTP_URL === undefined ? toDevMailbox(database) : toSmtp(config.SMTP_URL, config);

  // Rendered before the mail needs a place: renderers wait for idle time, and other mails would wait for them.
  const receiptJob: Job<Mail> = {
    name: 'receipt',
    schema: mailSchema,
    places: receiptPlaces,
    run: async (mail, _stopping, complete = database.asBackground) => {
      const files = mail.receipt === undefined ? [] : await attachReceipt(mail.receipt);
      const attachments = files.map((file) => ({ ...file, content: file.content.toString('base64') }));
      await complete((tx) => sendMail(tx, mailJob, { ...mail, attachments }));
    },
  };
  const mailJob: Job<Mail> = {
    name: 'mail',
    schema: mailSchema,
    places: mailPlaces,
    run: async (waiting, stopping, complete = database.asBackground) => {
      const { to, language, mail, values, link, receipt, attachments } = waiting;
      // An earlier release sent it, which rendered the receipt here.
      if (receipt !== undefined && attachments === undefined)
        return complete((tx) => sendMail(tx, receiptJob, waiting));
      const text = texts.get(language);
      if (text === undefined) throw new Error(`no mails in ${language}`);
      const service =
        values['service_type'] === 'messaging' ? text.services.messaging : text.services.voicing;
      const all = { brand: config.BRAND, support: config.SUPPORT_EMAIL, email: to, service, ...values };
      const address = link === undefined ? undefined : `${config.PUBLIC_URL}${link}`;
      const files = attachments?.map((file) => ({ ...file, content: Buffer.from(file.content, 'base64') }));
      const content = { language, mail, values: all, link: address };
      await deliver({ to, ...(files && { attachments: files }), ...renderMail(text, content) }, stopping);
    },
  };
  const plainMailJob = defineJob({
    name: 'plain-mail',
    schema: plainMailSchema,
    places: staffMailPlaces,
    run: async ({ text, ...mail }, stopping) => deliver({ ...mail, text, html: '' }, stopping),
  });

  const mailOf = <Name extends MailName>(
    { email, name, language, email_confirmed_at }: Recipient,
    mail: Name,
    data: MailData<Name>,
  ) => {
    const { values, link } = composeMail(mail, data);
    const known = email_confirmed_at === null ? {} : { name };
    return { to: email, language, mail, values: { ...known, ...values }, link };
  };

  const sendMail = async (tx: Transaction, job: Job<Mail>, mail: Mail) => {
    // Money that the bank books late for an erased account is credited, and nobody is there to read it.
    if (isErasedAddress(mail.to)) return;
    await queue.send(tx, job, mail, { priority: priorityOf(mail) });
  };

  return {
    send: (tx, recipient, mail, ...data) => sendMail(tx, mailJob, mailOf(recipient, mail, data)),
    sendReceipt: (tx, recipient, receipt, mail, ...data) =>
      sendMail(tx, receiptJob, { ...mailOf(recipient, mail, data), receipt }),
    sendPlain: (tx, mail) => queue.send(tx, plainMailJob, mail),
    jobs: [receiptJob, mailJob, plainMailJob],
  };
}

/**
 * Anybody can ask for mails to addresses that nobody has confirmed, and choose ones whose server is slow: they wait for the others. They are
 * those without the recipient's name.
 */
function priorityOf({ values }: Mail): number {
  return 'name' in values ? 1 : 0;
}

/**
 * Together no more connections than a mail server accepts from one client, often 50. While others wait, a mail is stopped after 2 s and
 * repeated later: longer than most servers need, and short enough that 15 mails a second pass a server that is slow for all of them.
 */
const mailPlaces = { first: { count: 30, seconds: 2 }, repeated: { count: 8, seconds: 10 } };
/** Few, because customers who open a document wait for the same renderers. What is rendered is never thrown away for another one. */
const receiptPlaces = { first: { count: 4, seconds: Infinity }, repeated: { count: 1, seconds: Infinity } };
const staffMailPlaces = { first: { count: 4, seconds: 2 }, repeated: { count: 2, seconds: 10 } };

/** Milliseconds. A server may be slow as long as no other mail needs the place. */
const smtpTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
  socketCloseTimeout: 1_000,
};

function toSmtp(url: string, { MAIL_FROM: from, SMTP_CA_FILE: ca }: Config) {
  // A named authority replaces the public ones.
  const tls = ca !== undefined && { tls: { ca } };
  const transport = createTransport({ url, ...smtpTimeouts, ...tls }, { from });
  return async ({ html, to, attachments = [], ...mail }: OutgoingMail, stopping?: AbortSignal) => {
    // An object is one address; a text would be parsed as a list.
    const recipient = { name: '', address: to };
    try {
      await transport.sendMail({
        ...mail,
        to: recipient,
        attachments: [...attachments],
        ...(html !== '' && { html }),
        ...(stopping && { signal: stopping }),
      });
    } catch (error) {
      throw new MailError(error);
    }
  };
}

function toDevMailbox(database: Database) {
  return (mail: OutgoingMail) => insertDevMail(database.system, mail);
}

async function insertDevMail(
  db: Queryable,
  { to, subject, text, html, attachments = [] }: OutgoingMail,
): Promise<void> {
  const files = attachments.map(({ filename, contentType, content }) => ({
    name: filename,
    media_type: contentType,
    size: content.length,
  }));
  await db.run(sql`
    insert into dev_mail (recipient, subject, text, html, attachments)
    values (${to}, ${subject}, ${text}, ${html}, ${JSON.stringify(files)})`);
}

/** Returns the latest mails, newest first. */
export async function listDevMail(db: Queryable): Promise<DevMail[]> {
  return db.query<DevMail>(sql`
    select recipient as to, subject, text, html, attachments, created from dev_mail order by mail_id desc limit 200`);
}
