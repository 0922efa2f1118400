/** Milliseconds that a pointer must rest on a link: most links that it crosses are not followed. */
const restTime = 80;

/** Calls back with each link of the portal that is about to be followed: hovered, focused or touched. Returns the function that ends it. */
export function watchLinkIntent(intended: (link: HTMLAnchorElement) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const events = ['pointerover', 'focusin', 'touchstart'];
  for (const event of events) document.addEventListener(event, look, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const event of events) document.removeEventListener(event, look);
  };

  function look({ type, target }: Event): void {
    clearTimeout(timer);
    if (type === 'pointerover') timer = setTimeout(() => report(target), restTime);
    else report(target);
  }

  function report(target: EventTarget | null): void {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link !== null && link.origin === location.origin) intended(link);
  }
}
