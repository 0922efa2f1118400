/**
 * Replaces the prerendered screen of the HTML with the portal: first by its frame, into which the prerendered screen is
 * moved, then by the page's own screen, once it has a heading. Input, focus, a pressed button and the scroll position are
 * transferred. A portal that shows another frame than the prerendered one replaces both.
 */
export function takeOverPrerendered(root: HTMLElement): void {
  const prerendered = document.getElementById('prerendered');
  const screen = document.getElementById('prerendered-screen');
  if (prerendered === null || screen === null) return;
  const { className } = prerendered.querySelector('main') ?? {};
  const isInFrame = (control: Element) => !screen.contains(control);
  const scroll = watchScroll();
  const observer = new MutationObserver(() => {
    const main = root.querySelector('main');
    if (main !== null && prerendered.isConnected) {
      const transfer = prepareTransfer(controlsIn(prerendered).filter(isInFrame), controlsIn(root), byName);
      if (main.className === className) main.append(screen);
      prerendered.remove();
      transfer();
      scroll.restore();
    }
    const isReplaced = main !== null && !screen.isConnected;
    if (isReplaced || root.querySelector('h1:not(#prerendered-screen h1)') !== null) {
      observer.disconnect();
      const transfer = prepareTransfer(
        controlsIn(screen),
        controlsIn(main ?? root).filter(isInFrame),
        byOrder,
      );
      screen.remove();
      transfer();
      scroll.restore();
      scroll.end();
    }
  });
  observer.observe(root, { childList: true, subtree: true });
}

/**
 * Remembers how far the page was scrolled. While the prerendered screen stands, the router scrolls to the top, and a change of the
 * height moves the page, both before the browser reports it.
 */
function watchScroll(): { restore: () => void; end: () => void } {
  let top = scrollY;
  const remember = () => {
    top = scrollY;
  };
  addEventListener('scroll', remember, { passive: true });
  return {
    // Further down, the router has restored the position of an earlier visit.
    restore: () => {
      if (top > 0 && scrollY < top) scrollTo(0, top);
    },
    end: () => removeEventListener('scroll', remember),
  };
}

function controlsIn(parent: ParentNode): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>('a[href], button, input, main')];
}

/** Finds the control that has the place of one of `before`. */
type Match = (element: HTMLElement, before: HTMLElement[], after: HTMLElement[]) => HTMLElement | undefined;

/** The frame of the portal also has what is known of the account only. */
const byName: Match = (element, _before, after) => {
  const name = nameOf(element);
  return after.find((one) => nameOf(one) === name);
};

/** A screen with other controls is another screen. */
const byOrder: Match = (element, before, after) => {
  const isSame =
    before.length === after.length && before.every((one, index) => one.tagName === after[index]?.tagName);
  return isSame ? after[before.indexOf(element)] : undefined;
};

function nameOf(element: Element): string {
  const name = element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.textContent;
  return element.localName === 'main' ? 'main' : `${element.localName} ${name}`;
}

/** Call it while both sets of controls are in the document; call the returned function when the first set is removed. */
function prepareTransfer(before: HTMLElement[], after: HTMLElement[], match: Match): () => void {
  const counterpart = (element: Element | null | undefined) => {
    const control = before.find((one) => one === element);
    return control && match(control, before, after);
  };
  const { activeElement } = document;
  const caret = activeElement instanceof HTMLInputElement ? selectionOf(activeElement) : null;
  const focused = counterpart(activeElement) ?? activeElement;
  const { held, pressed: clicked } = globalThis.portalStart ?? {};
  // A control that is held down now will be released over another element, so the browser will report no click.
  const pressed = counterpart(held) ?? counterpart(clicked);
  return () => {
    for (const from of before) fill(counterpart(from), from);
    // An element that was moved has lost the focus.
    if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true });
    if (focused instanceof HTMLInputElement && caret !== null) focused.setSelectionRange(...caret);
    pressed?.click();
  };
}

function selectionOf({ selectionStart, selectionEnd }: HTMLInputElement): [number, number | null] | null {
  // An e-mail field has no selection.
  return selectionStart === null ? null : [selectionStart, selectionEnd];
}

function fill(target: HTMLElement | undefined, from: HTMLElement): void {
  if (!(target instanceof HTMLInputElement && from instanceof HTMLInputElement)) return;
  if (target.checked !== from.checked) target.click();
  if (target.type === 'checkbox' || target.value === from.value) return;
  // React watches the element's own property: only the prototype's setter leaves the event something to report.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, from.value);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}
