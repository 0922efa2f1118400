/** Milliseconds after which a browser without idle callbacks goes on. */
const pause = 200;

/** Calls with each link of the page's navigation in idle time, one after the other. */
export async function forLinksInIdleTime(
  preload: (link: HTMLAnchorElement) => Promise<unknown>,
): Promise<void> {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a[href]')) {
    await idleTime();
    await preload(link);
  }
}

function idleTime(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve, pause);
  });
}
