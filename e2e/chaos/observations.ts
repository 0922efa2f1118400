import type { Locator, Page } from '@playwright/test';
import { proofOf, unavailable } from '@portal/testbed/fixtures/area-proofs';
import { rows } from '@portal/testbed/fixtures/screens';
import type { Part } from './cells.ts';

export type Outcome = 'usable' | 'unavailable' | 'neither';

export interface Proof {
  /** Resolves once the page or sidebar works, with its texts; rejects after `timeout` milliseconds. */
  usable: (timeout: number) => Promise<unknown>;
  /** The message that it is unavailable. */
  message: Locator;
}

/** Milliseconds, longer than every budget. */
const patience = 20_000;

/** How a working file of finances can be seen, and how a failed one. */
export function proofIn(page: Page, part: Part): Proof {
  if (part === 'lazy chunk') {
    const sidebar = page.getByRole('dialog', { name: 'Top up balance' });
    return {
      usable: (timeout) => sidebar.getByRole('textbox').first().waitFor({ timeout }),
      message: unavailable(page, 'Top up balance'),
    };
  }
  const { text, title } = proofOf('finances');
  return {
    usable: (timeout) =>
      Promise.all([
        page.getByRole('heading', { level: 1, name: title }).waitFor({ timeout }),
        page.getByRole('main').getByText(text).waitFor({ timeout }),
        rows(page).first().waitFor({ timeout }),
      ]),
    message: unavailable(page, title),
  };
}

/** The outcome of a visit that began at `started`, and its time in milliseconds. */
export async function firstOutcome(
  { usable, message }: Proof,
  started: number,
): Promise<{ outcome: Outcome; time: number }> {
  const outcome = await Promise.any([
    usable(patience).then(() => 'usable' as const),
    message.waitFor({ timeout: patience }).then(() => 'unavailable' as const),
  ]).catch(() => 'neither' as const);
  return { outcome, time: Date.now() - started };
}
