// Evaluates the content security policy of every page, counts violations while every page is used, and enters texts that
// try to run as code.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { StoredState } from '@portal/testbed/fixtures/account';
import { authorizationScreens, screens, sidebars } from '@portal/testbed/fixtures/screens';
import { startFaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { tamperMark } from '@portal/testbed/proxy/faults';
import { CspEvaluator } from 'csp_evaluator';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { type CheckPortal, withPortal } from '../harness/portal.ts';
import { rawRequest } from '../harness/raw-request.ts';
import { type CheckCase, problemsIn, reportCases } from '../harness/report.ts';
import {
  poisonLists,
  throughAddress,
  throughLists,
  throughLogin,
  throughProfile,
  xssPayloads,
} from './script-injection.ts';

/** Findings of this severity or worse count; higher numbers are hints. */
const worstAllowed = 45;

await withPortal(
  async (portal) => {
    const cases = [
      ...(await evaluatePolicies(portal)),
      ...(await usePages(portal)),
      ...(await Promise.all([
        tryPayloads('profile', portal, throughProfile),
        tryPayloads('address', portal, throughAddress),
        tryPayloads('login', portal, throughLogin),
      ])),
      await showForeignTexts(portal),
    ];
    reportCases('content-security-policy', cases, [
      `${xssPayloads.length} payloads per input, target at least 100; no dialog, no injected element, no violation`,
    ]);
  },
  { isProduction: true },
);

async function evaluatePolicies({ url }: CheckPortal): Promise<CheckCase[]> {
  const paths = [...authorizationScreens, ...screens.map(({ path }) => path), '/', '/about', '/nothing'];
  return Promise.all(
    paths.map(async (path) => {
      const { headers } = await rawRequest(url, { path });
      const { csp } = new CspParser(String(headers['content-security-policy'] ?? ''));
      const findings = new CspEvaluator(csp).evaluate().filter(({ severity }) => severity <= worstAllowed);
      const scripts = csp.directives['script-src'] ?? [];
      const unsafe = scripts.filter((source) => /unsafe-(?:inline|eval)/.test(source));
      return {
        name: `policy of ${path}`,
        problems: [
          ...findings.map(
            ({ severity, description, directive }) => `${severity} ${directive}: ${description}`,
          ),
          ...unsafe,
          ...(scripts.length === 0 ? ['no script-src'] : []),
        ],
      };
    }),
  );
}

/** Opens every screen and sidebar: the portal itself must not violate its policy. */
async function usePages({ browser, url, state }: CheckPortal): Promise<CheckCase[]> {
  const visit = async (paths: readonly string[], own?: StoredState): Promise<CheckCase[]> => {
    const watch = await openWatched(browser, url, own);
    const cases: CheckCase[] = [];
    for (const path of paths) {
      await watch.page.goto(path, { waitUntil: 'networkidle' });
      cases.push({ name: `violations on ${path}`, problems: await watch.takeProblems() });
    }
    await watch.context.close();
    return cases;
  };
  const sidebarPaths = sidebars.map(({ id }) => `/welcome?sidebar=${id}`);
  return [
    ...(await visit(authorizationScreens)),
    ...(await visit([...screens.map(({ path }) => path), ...sidebarPaths, '/about', '/nothing'], state)),
  ];
}

/** Enters every payload through one input. */
async function tryPayloads(
  input: string,
  { browser, url, state }: CheckPortal,
  use: (page: Page, payload: string) => Promise<void>,
): Promise<CheckCase> {
  const watch = await openWatched(browser, url, input === 'login' ? undefined : state);
  const problems: string[] = [];
  for (const payload of xssPayloads) {
    const found = await problemsIn(async (own) => {
      await use(watch.page, payload);
      own.push(...(await watch.takeProblems()));
    });
    problems.push(...found.map((problem) => `${payload}: ${problem}`));
  }
  await watch.context.close();
  return { name: `${xssPayloads.length} payloads through ${input}`, problems };
}

async function showForeignTexts({ browser, url, state }: CheckPortal): Promise<CheckCase> {
  await using proxy = await startFaultProxy(url);
  poisonLists(proxy, xssPayloads);
  const watch = await openWatched(browser, proxy.url, state);
  const problems = await problemsIn(() => throughLists(watch.page));
  problems.push(...(await watch.takeProblems()));
  if (proxy.faulty === 0) problems.push('no list was poisoned: the case proves nothing');
  await watch.context.close();
  return { name: `payloads in the texts of calls, messages and payments (${proxy.faulty} lists)`, problems };
}

interface Watch {
  context: BrowserContext;
  page: Page;
  /** Returns the problems since the last call. */
  takeProblems: () => Promise<string[]>;
}

async function openWatched(browser: Browser, baseURL: string, state?: StoredState): Promise<Watch> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    ...(state && { storageState: state }),
  });
  const page = await context.newPage();
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type|violates the following/i.test(message.text()))
      seen.push(message.text());
  });
  const takeProblems = async () => {
    const found = await page.evaluate(
      (mark) => ({ hasRun: mark in globalThis, elements: document.querySelectorAll('[data-xss]').length }),
      tamperMark,
    );
    if (found.hasRun) seen.push('the payload ran');
    if (found.elements > 0) seen.push(`${found.elements} elements of the payload are in the page`);
    return seen.splice(0);
  };
  return { context, page, takeProblems };
}
