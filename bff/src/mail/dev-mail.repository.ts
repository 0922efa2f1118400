import type { Queryable } from '../database/database.ts';
import { sql } from '../database/sql.ts';

interface DevMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export async function insertDevMail(
  database: Queryable,
  { to, subject, text, html }: DevMail,
): Promise<void> {
  await database.run(sql`
    insert into dev_mail (recipient, subject, text, html) values (${to}, ${subject}, ${text}, ${html})`);
}

/** The latest mails, newest first. */
export async function listDevMail(database: Queryable): Promise<(DevMail & { created: string })[]> {
  return database.query(sql`
    select recipient as to, subject, text, html, created from dev_mail order by mail_id desc limit 200`);
}
