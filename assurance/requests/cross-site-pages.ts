import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { startLocalServer } from '@portal/testbed/proxy/local-server';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import type { LiveRequest } from '../harness/live-requests.ts';

export interface Attack {
  name: string;
  /** Sends the request from the page. Returns what the browser should not have allowed. */
  run: () => Promise<string[]>;
}

interface Target {
  url: string;
  method: string;
  body: Record<string, unknown>;
}

/** Requests that a page can send without a preflight, and one that needs a preflight. */
const techniques: Record<string, (page: Page, target: Target) => Promise<string[]>> = {
  'a form': (page, target) => postForm(page, target, 'application/x-www-form-urlencoded'),
  'a form of plain text': (page, target) => postForm(page, target, 'text/plain'),
  'fetch without CORS': async (page, target) => {
    await page.evaluate(
      ({ url, body }) =>
        fetch(url, {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'include',
          headers: { 'content-type': 'text/plain' },
          body: JSON.stringify(body),
        }).catch(() => undefined),
      target,
    );
    return [];
  },
  'fetch as the portal does it': (page, target) =>
    page.evaluate(
      ({ url, method, body }) =>
        fetch(url, {
          method,
          credentials: 'include',
          headers: { 'content-type': 'application/json', 'x-requested-with': 'portal' },
          body: JSON.stringify(body),
        }).then(
          ({ status }) => [`another origin could read the response ${status}`],
          () => [],
        ),
      target,
    ),
  'a beacon': async (page, target) => {
    const sent = page.waitForEvent('request', { predicate: (request) => request.url() === target.url });
    await page.evaluate(({ url, body }) => navigator.sendBeacon(url, JSON.stringify(body)), target);
    await (await sent).response().catch(() => undefined);
    return [];
  },
};

/**
 * Opens pages of other origins in a browser with a customer's cookies: one on another port of the same host, to which the
 * browser sends cookies, and one of another host. Passes every technique for every request to `use`.
 */
export async function withAttackPages(
  url: string,
  cookies: Readonly<Record<string, string>>,
  { requests, use }: { requests: readonly LiveRequest[]; use: (attacks: Attack[]) => Promise<void> },
): Promise<void> {
  await using server = await startLocalServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>A prize for you</title>');
  });
  await using browser = await chromium.launch({ executablePath: await findBrowser() });
  const context = await browser.newContext();
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  const attacks: Attack[] = [];
  for (const host of ['localhost', '127.0.0.1']) {
    const page = await context.newPage();
    await page.goto(`http://${host}:${server.port}/`);
    for (const request of requests) attacks.push(...attacksOn(request, { page, context, host, url }));
  }
  await use(attacks);
}

interface Place {
  page: Page;
  context: BrowserContext;
  host: string;
  url: string;
}

function attacksOn(
  { id, endpoint, path, body = {} }: LiveRequest,
  { page, context, host, url }: Place,
): Attack[] {
  const target = { url: url + path, method: endpoint.method, body };
  return Object.entries(techniques).map(([technique, act]) => ({
    name: `${id} by ${technique} in a page of ${host}, another port`,
    run: async () => {
      const before = JSON.stringify(await context.cookies(url));
      const problems = await act(page, target);
      const after = JSON.stringify(await context.cookies(url));
      return before === after ? problems : [...problems, 'the cookies changed'];
    },
  }));
}

/** Submits a form into a frame, so that the page stays open. */
async function postForm(page: Page, target: Target, type: string): Promise<string[]> {
  const received = page.waitForResponse((response) => response.url() === target.url);
  await page.evaluate(
    ({ url, body, encoding }) => {
      const frame = document.createElement('iframe');
      frame.name = `frame-${Math.random()}`;
      const form = document.createElement('form');
      form.method = 'post';
      form.action = url;
      form.target = frame.name;
      form.enctype = encoding;
      // In plain text, name, equals sign and value form one line of JSON.
      const text = JSON.stringify(body);
      const fields =
        encoding === 'text/plain'
          ? [[`${text.slice(0, -1)}${text === '{}' ? '' : ','}"x":"`, '"}']]
          : Object.entries(body).map(([name, value]) => [name, String(value)]);
      for (const [name = '', value = ''] of fields) {
        const input = document.createElement('input');
        input.type = 'hidden';
        input.name = name;
        input.value = value;
        form.append(input);
      }
      document.body.replaceChildren(frame, form);
      form.submit();
    },
    { ...target, encoding: type },
  );
  await received;
  return [];
}
