/** Milliseconds after which the page's own files have arrived as a rule. */
const delay = 1_500;

const signsOfUse = ['pointermove', 'pointerdown', 'keydown'];

/**
 * Loads code that a page needs only once somebody uses it: at the first key or movement of a pointer after the page has had time
 * to load. A failure is ignored, because the first use tries again. Returns the function that ends it.
 */
export function preloadWhenUsed(load: () => Promise<unknown>): () => void {
  const timer = setTimeout(() => {
    for (const sign of signsOfUse) addEventListener(sign, start);
  }, delay);
  function end(): void {
    clearTimeout(timer);
    for (const sign of signsOfUse) removeEventListener(sign, start);
  }
  function start(): void {
    end();
    load().catch(() => undefined);
  }
  return end;
}
