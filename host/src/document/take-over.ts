/**
 * Replaces the prerendered screen of the HTML with the portal: first by its frame, into which the prerendered screen is
 * moved, then by the area's own screen, once it has a heading. Input, focus and a pressed button are transferred.
 */
export function takeOverPrerendered(root: HTMLElement): void {
  const prerendered = document.getElementById('prerendered');
  const screen = document.getElementById('prerendered-screen');
  if (prerendered === null || screen === null) return;
  const isInFrame = (control: Element) => !screen.contains(control);
  const observer = new MutationObserver(() => {
    const main = root.querySelector('main');
    if (main !== null && prerendered.isConnected) {
      const transfer = prepareTransfer(controlsIn(prerendered).filter(isInFrame), controlsIn(root));
      main.append(screen);
      prerendered.remove();
      transfer();
    }
    if (root.querySelector('h1:not(#prerendered-screen h1)') !== null) {
      observer.disconnect();
      const transfer = prepareTransfer(controlsIn(screen), controlsIn(main ?? root).filter(isInFrame));
      screen.remove();
      transfer();
    }
  });
  observer.observe(root, { childList: true, subtree: true });
}

function controlsIn(parent: ParentNode): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>('a[href], button, input')];
}

/** Call it while both sets of controls are in the document; call the returned function when the first set is removed. */
function prepareTransfer(before: HTMLElement[], after: HTMLElement[]): () => void {
  const isSame =
    before.length === after.length && before.every((one, index) => one.tagName === after[index]?.tagName);
  const counterpart = (element: Element | null | undefined) =>
    isSame ? after[before.findIndex((one) => one.isSameNode(element ?? null))] : undefined;
  const { activeElement } = document;
  const caret = activeElement instanceof HTMLInputElement ? selectionOf(activeElement) : null;
  const focused = counterpart(activeElement) ?? activeElement;
  const pressed = counterpart(globalThis.portalStart?.pressed);
  return () => {
    for (const from of before) fill(counterpart(from), from);
    // An element that was moved has lost the focus.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
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
