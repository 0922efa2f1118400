import type { BrowserContext } from '@playwright/test';

const mark = 'journey:';

/**
 * Collects what no page may do: go blank, leave a rejection unhandled, throw an uncaught error. A chunk that could not be
 * loaded is reported as an error on purpose.
 */
export async function watchPages(context: BrowserContext): Promise<readonly string[]> {
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.text().startsWith(mark)) faults.push(message.text().slice(mark.length).trim());
  });
  context.on('weberror', (fault) => {
    const error = fault.error();
    if (error.name !== 'ChunkLoadError') faults.push(`uncaught on ${fault.page()?.url()}: ${error.stack}`);
  });
  await context.addInitScript((prefix) => {
    let isDrawn = false;
    let isBlank = false;
    setInterval(() => {
      // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts; textContent includes scripts.
      const hasText = document.body?.innerText.trim() !== '';
      if (isDrawn && !hasText && !isBlank) console.debug(`${prefix} blank page ${location.href}`);
      isBlank = !hasText;
      isDrawn ||= hasText;
    }, 100);
    setTimeout(
      () => isDrawn || console.debug(`${prefix} the page never had a text: ${location.href}`),
      10_000,
    );
    addEventListener('unhandledrejection', ({ reason }) =>
      console.debug(`${prefix} unhandled rejection ${reason?.stack ?? reason}`),
    );
  }, mark);
  return faults;
}
