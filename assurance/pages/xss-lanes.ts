import type { Page } from '@playwright/test';
import { proofOf } from '@portal/testbed/fixtures/area-faults';
import { rows } from '@portal/testbed/fixtures/screens';
import type { FaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { altered } from '@portal/testbed/proxy/faults';

/** Texts of calls, messages and payments that come from elsewhere: other networks, senders, campaigns. */
const foreignTexts = new Set([
  'number_from',
  'number_from_name',
  'number_to',
  'destination',
  'sip_reason',
  'codec',
  'sender',
  'recipient',
  'operator',
  'error_name',
  'text',
  'campaign_name',
  'comment',
  'description',
  'status_reason',
]);

/** What a customer stores and sees again: the profile's own fields, through the server. */
export async function throughProfile(page: Page, payload: string): Promise<void> {
  const short = payload.length <= 32 ? { name: payload, company: payload } : {};
  const answer = await page.request.put('/v1/accounts/profile', {
    data: { address: payload, ...short },
    headers: { 'x-requested-with': 'portal' },
  });
  // The rules of a field may refuse a text; then it cannot come back.
  if (!answer.ok() && answer.status() !== 400) throw new Error(`the profile answered ${answer.status()}`);
  await page.goto('/profile');
  await proofOf('profile').shown(page).waitFor();
}

/** What a link carries, and what is typed into a search. */
export async function throughAddress(page: Page, payload: string): Promise<void> {
  const text = encodeURIComponent(payload);
  await page.goto(`/finances/payments?filter_query=${text}&sidebar=${text}&order=${text}#${text}`);
  const search = page.getByRole('searchbox').first();
  await search.waitFor();
  await search.fill(payload);
  await search.press('Enter');
  await page.goto(`/${text}?language=${text}&without=${text}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** What the log-in screen is given. */
export async function throughLogIn(page: Page, payload: string): Promise<void> {
  const text = encodeURIComponent(payload);
  await page.goto(`/login?return_to=${text}&reason=${text}&email=${text}`);
  await page.getByLabel('E-mail').fill(payload);
  await page.getByLabel('E-mail').blur();
}

/** Puts the payloads into the texts of every row that the lists show, in turn. */
export function poisonLists(proxy: FaultProxy, payloads: readonly string[]): void {
  let next = 0;
  const poison = (key: string, value: unknown): unknown => {
    if (!foreignTexts.has(key) || typeof value !== 'string') return value;
    next += 1;
    return payloads[next % payloads.length];
  };
  proxy.inject(
    /^\/v1\/(?:services\/[^/]+\/(?:cdr|messages|report)|finances\/payments)/,
    altered((body) => Buffer.from(JSON.stringify(JSON.parse(body.toString(), poison)))),
  );
}

/** Looks at the lists, page by page, and opens their first rows. */
export async function throughLists(page: Page): Promise<void> {
  for (const path of ['/voicing/cdr', '/messaging/history', '/finances/payments']) {
    for (const offset of [0, 50, 100]) {
      await page.goto(`${path}?limit=50&offset=${offset}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      const row = rows(page).first();
      await row.waitFor({ timeout: 8_000 }).catch(() => undefined);
      if (offset === 0) await row.getByRole('button').last().click({ timeout: 3_000 });
    }
  }
}
