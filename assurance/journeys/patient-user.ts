import type { Locator, Page } from '@playwright/test';

/** A screen on the way to a goal, and what a customer does there. */
export interface Step {
  /** What the customer recognizes the screen by. */
  sees: (page: Page) => Locator;
  does: (page: Page, screen: Locator) => Promise<unknown>;
}

export interface Route {
  start: string;
  /** In the order in which they are shown. */
  steps: readonly Step[];
  isDone: (page: Page) => Promise<boolean>;
}

export interface Travel {
  isDone: boolean;
  /** What had failed each time before the customer pressed the offered button, repeated a step, or reloaded. */
  retries: string[];
}

export const mostRetries = 3;
/** Milliseconds after which a customer reloads a page that shows neither progress nor a failure. */
const patience = 40_000;
/** Milliseconds after which a customer accepts that an earlier screen is shown again. */
const doubt = 3_000;
/** Milliseconds between two looks, and for one step. */
const pause = 150;
const stepLimit = 20_000;

/**
 * Behaves as a customer who looks at the screen and does what leads to the goal. When a failure is shown, they press the
 * button that it offers, or repeat the step. Browsers reload a document that could not be loaded without being asked.
 */
export async function travel(page: Page, route: Route): Promise<Travel> {
  const retries: string[] = [];
  page.setDefaultTimeout(stepLimit);
  await page.goto(route.start).catch(() => undefined);
  let last = -1;
  let since = Date.now();
  while (!(await attempt(() => route.isDone(page)))) {
    const next = await highestSeen(page, route.steps, last);
    if (next !== undefined) {
      last = next;
      since = Date.now();
      await perform(page, route.steps[next]);
    } else {
      const failure = await failureOn(page, route.steps, { last, waited: Date.now() - since });
      if (failure !== undefined) {
        if (retries.length === mostRetries)
          return { isDone: false, retries: [...retries, `${failure.name}, ${await shownOn(page)}`] };
        retries.push(failure.name);
        await failure.retry().catch(() => undefined);
        // The form, the menu or the new document is used from its beginning.
        if (failure.startsAgain) last = -1;
        since = Date.now();
      }
    }
    await page.waitForTimeout(pause);
  }
  return { isDone: true, retries };
}

/** The last step of the route whose screen is shown, unless it has been done. */
async function highestSeen(page: Page, steps: readonly Step[], last: number): Promise<number | undefined> {
  for (let index = steps.length - 1; index > last; index -= 1)
    if (await attempt(async () => steps[index]?.sees(page).first().isVisible())) return index;
  return undefined;
}

/** A step that cannot be finished, because the screen has changed meanwhile, shows on the next look. */
async function perform(page: Page, step: Step | undefined): Promise<void> {
  if (step !== undefined) await step.does(page, step.sees(page).first()).catch(() => undefined);
}

interface Failure {
  name: string;
  retry: () => Promise<unknown>;
  /** Whether the customer begins with the first step that the screen allows. */
  startsAgain: boolean;
}

interface Progress {
  last: number;
  waited: number;
}

async function failureOn(
  page: Page,
  steps: readonly Step[],
  { last, waited }: Progress,
): Promise<Failure | undefined> {
  const shown = await attempt(() => shownFailure(page));
  if (shown !== undefined) return shown;
  if (waited > patience) return { name: 'nothing happened', retry: () => page.reload(), startsAgain: true };
  const isGone = last >= 0 && (await attempt(() => steps[last]!.sees(page).first().isHidden()));
  const isBack =
    waited > doubt && isGone && (await highestSeen(page, steps.slice(0, last), -1)) !== undefined;
  return isBack
    ? { name: 'an earlier screen was shown again', retry: async () => undefined, startsAgain: true }
    : undefined;
}

/** The failure that the screen shows, and what it offers. A button that is busy is already trying again. */
async function shownFailure(page: Page): Promise<Failure | undefined> {
  const toast = page.getByRole('status').locator('[data-tone=error], [data-tone=warning]').last();
  if (await toast.isVisible())
    return { name: await textOf(toast), retry: () => toast.getByRole('button').click(), startsAgain: true };
  const alert = page.getByRole('alert').filter({ visible: true }).last();
  if (!(await alert.isVisible())) return undefined;
  const name = await textOf(alert);
  for (const scope of [alert, page.locator('main, [role=dialog]')]) {
    const retry = scope.getByRole('button', { name: 'Try again', exact: true }).last();
    if (await retry.isVisible())
      return (await retry.getAttribute('aria-busy')) === null
        ? { name, retry: () => retry.click(), startsAgain: false }
        : undefined;
    const newLink = scope.getByRole('link', { name: 'Ask for a new link' });
    if (await newLink.isVisible()) return { name, retry: () => newLink.click(), startsAgain: true };
  }
  return { name, retry: async () => undefined, startsAgain: true };
}

/** `undefined` while a document is being replaced. */
async function attempt<T>(look: () => Promise<T>): Promise<T | undefined> {
  return look().catch(() => undefined);
}

async function textOf(locator: Locator, longest = 100): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts; textContent includes scripts.
  const text = await locator.innerText();
  return text.replaceAll(/\s+/g, ' ').slice(0, longest);
}

/** The address and enough of the page to include the error of a field. */
async function shownOn(page: Page): Promise<string> {
  const text = await attempt(() => textOf(page.locator('body'), 600));
  return `at last ${page.url()} shows "${text}"`;
}
