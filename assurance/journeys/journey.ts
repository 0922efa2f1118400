import { type APIRequestContext, type Locator, type Page, request } from '@playwright/test';
import type { DevMails } from '@portal/contract/dev-mail';
import { type Credentials, demo, type StoredState } from '@portal/testbed/fixtures/account';
import { linkOf } from '@portal/testbed/fixtures/registration';
import { waitFor } from '@portal/testbed/runner/concurrency';
import type { Pool } from 'pg';
import type { Route } from './patient-user.ts';

/** One aim of a customer. */
export interface Journey {
  name: string;
  /** Whose session the browser has: the demonstration account's, one of a customer of this journey alone, or none. */
  as: 'demonstration' | 'customer' | 'visitor';
  /** What the customer of this journey needs before it. */
  prepare?: (scene: Scene) => Promise<unknown>;
  route: (scene: Scene) => Route;
  /** Compares the effects with what the customer wanted, once all jobs have run. */
  check?: (scene: Scene) => Promise<readonly Effect[]>;
}

/** A number of rows or mails that there must be. */
export interface Effect {
  what: string;
  found: number;
  expected: number;
}

export interface Scene {
  /** A new address for a visitor; otherwise that of an account. */
  credentials: Credentials;
  /** The portal without the proxy, with the customer's own session. */
  api: APIRequestContext;
  database: Pool;
  /** Waits for the newest mail with a link that the customer has not opened, and returns its address at the proxy. */
  mailedLink: (subject: RegExp) => Promise<string>;
}

interface SceneOptions {
  credentials: Credentials;
  database: Pool;
  /** Origins of the portal and of the proxy. */
  portal: string;
  proxy: string;
  /** Address for the limits by address. */
  visitor: string;
}

export async function openScene({
  credentials,
  database,
  portal,
  proxy,
  visitor,
}: SceneOptions): Promise<Scene> {
  const api = await request.newContext({
    baseURL: `${portal}/`,
    extraHTTPHeaders: { 'x-requested-with': 'portal', 'x-forwarded-for': visitor },
  });
  const opened = new Set<string>();
  const mailedLink = (subject: RegExp) =>
    waitFor(`no mail with ${subject}`, async () => {
      const { items }: DevMails = await (await api.get('dev/mail')).json();
      const mail = items.find(
        (one) => one.to === credentials.email && subject.test(one.subject) && !opened.has(linkOf(one)),
      );
      if (mail === undefined) return undefined;
      opened.add(linkOf(mail));
      return linkOf(mail).replace(portal, proxy);
    });
  return { credentials, api, database, mailedLink };
}

/** Logs the customer in, and returns the cookies of the session. */
export async function sessionOf({ api, credentials }: Scene): Promise<StoredState> {
  await post(api, 'v1/users/login', credentials);
  return api.storageState();
}

export async function post(api: APIRequestContext, path: string, data: object): Promise<void> {
  const response = await api.post(path, { data });
  if (!response.ok()) throw new Error(`${path} returned ${response.status()}: ${await response.text()}`);
}

/** Counts the rows that belong to the customer's account. */
export async function rowsOf(
  { database, credentials }: Scene,
  table: string,
  where = 'true',
): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from ${table}
     where account_id = (select account_id from accounts where email = $1) and ${where}`,
    [credentials.email],
  );
  return rows[0]?.count ?? 0;
}

/** Counts the mails to the customer whose subject has a text. */
export async function mailsTo({ database, credentials }: Scene, subject: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from dev_mail where recipient = $1 and strpos(subject, $2) > 0',
    [credentials.email, subject],
  );
  return rows[0]?.count ?? 0;
}

/** Copies of the demonstration account without its services and documents, one for each address, with its password. */
export async function addCustomers(database: Pool, emails: readonly string[]): Promise<void> {
  await database.query(
    `insert into accounts
     select copy.* from accounts a, unnest($2::text[]) with ordinality as one(email, number),
       jsonb_populate_record(null::accounts, to_jsonb(a) || jsonb_build_object(
         'account_id', 'acc_journey' || number, 'account_sid', 'ACjourney' || number,
         'account_token_hash', '\\x' || lpad(to_hex(number), 64, '0'), 'email', one.email)) copy
     where a.email = $1`,
    [demo.email, emails],
  );
}

export const main = (page: Page): Locator => page.getByRole('main');
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
export const press = (_page: Page, screen: Locator): Promise<void> => screen.click();
/** A message in the corner of the page. */
export const toastWith = (page: Page, text: string): Promise<boolean> =>
  page.getByRole('status').getByText(text).isVisible();
