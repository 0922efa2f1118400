import type { Locator, Page } from '@playwright/test';
import { proofOf, unavailable } from '@portal/testbed/fixtures/area-faults';
import { rows } from '@portal/testbed/fixtures/screens';
import type { Part } from './cells.ts';

export type Outcome = 'usable' | 'unavailable' | 'neither';

export interface Proof {
  /** Resolves once the part works, with its texts; rejects after the time, in milliseconds. */
  usable: (timeout: number) => Promise<unknown>;
  /** The words that it is not available. */
  message: Locator;
}

/** Milliseconds that the measuring waits, beyond every budget. */
const patience = 20_000;

/** How a working part of finances shows itself, and how a failed one. */
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

/** What came of a visit that began at `started`, and after how many milliseconds. */
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
