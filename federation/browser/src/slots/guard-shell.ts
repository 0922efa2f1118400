import { pageRelease } from '../composition/page-releases.ts';
import { reportAlteration } from '../loading/built-ins.ts';

/** A part of the shell and where it belongs. */
interface Part {
  name: string;
  element: HTMLElement;
  parent: Node;
  /** The part that follows it under the same parent. */
  next: HTMLElement | null;
  attributes: readonly (readonly [name: string, value: string | null])[];
}

const watchedAttributes = ['class', 'style', 'hidden'];
/** Repairs in a page; more would be a contest with code that removes the shell again. */
const repairLimit = 50;

/**
 * Protects the frame of the portal, which is a child of `#root`, from the code of areas: a method that would remove a part of
 * it throws in the code that calls it. A part that was removed or hidden in another way is put back, and an element that covers the
 * bar is hidden. Returns the function that ends it, to be called before the frame is removed.
 */
export function guardShell(frame: HTMLElement): () => void {
  const parts = partsOf(frame);
  const methods = [...new Set(parts.flatMap(({ element, parent }) => [element, parent]))].map((node) =>
    refuseRemoval(node, parts),
  );
  let repairs = 0;
  const observer = new MutationObserver(() => {
    const repaired = repairs < repairLimit ? parts.filter(repair) : [];
    repairs += repaired.length;
    if (repaired.length > 0) reportAlteration(repaired.map(({ name }) => ` ${name}`).join(''));
    uncover(frame);
  });
  const attributeFilter = watchedAttributes;
  for (const { element } of parts) observer.observe(element, { attributes: true, attributeFilter });
  for (const parent of new Set(parts.map((part) => part.parent)))
    observer.observe(parent, { childList: true });
  return () => {
    observer.disconnect();
    for (const allow of methods) allow();
  };
}

/** From the outside in, and within a parent from the last to the first: each is put before the next one. */
function partsOf(frame: HTMLElement): Part[] {
  const inside = [...frame.querySelectorAll<HTMLElement>(':scope > :is(header, aside, main)')].reverse();
  return [frame.parentElement, frame, ...inside].flatMap((element, index, all): Part[] => {
    const parent = element?.parentNode ?? null;
    if (element === null || parent === null) return [];
    const follower = all[index - 1];
    const next = index > 2 && follower !== undefined ? follower : null;
    const attributes = watchedAttributes.map((name) => [name, element.getAttribute(name)] as const);
    return [{ name: element.id || element.localName, element, parent, next, attributes }];
  });
}

/** Puts a part back as it was. Returns whether that was necessary. */
function repair({ element, parent, next, attributes }: Part): boolean {
  const altered = attributes.filter(([name, value]) => element.getAttribute(name) !== value);
  for (const [name, value] of altered) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  if (element.parentNode === parent) return altered.length > 0;
  Node.prototype.insertBefore.call(parent, element, next);
  return true;
}

/** Gives a node methods that do not remove the shell. Returns the function that removes them. */
function refuseRemoval(node: Node, parts: readonly Part[]): () => void {
  const refuse = () => {
    throw new Error('An area cannot remove the shell');
  };
  const isPart = (child: unknown) => parts.some(({ element }) => element === child);
  const { removeChild, replaceChild } = Node.prototype;
  const own = {
    remove: { value: refuse },
    replaceWith: { value: refuse },
    replaceChildren: { value: refuse },
    textContent: { ...Object.getOwnPropertyDescriptor(Node.prototype, 'textContent'), set: refuse },
    removeChild: { value: (child: Node) => (isPart(child) ? refuse() : removeChild.call(node, child)) },
    replaceChild: {
      value: (added: Node, child: Node) => (isPart(child) ? refuse() : replaceChild.call(node, added, child)),
    },
  };
  for (const [name, descriptor] of Object.entries(own))
    Object.defineProperty(node, name, { ...descriptor, configurable: true });
  return () => {
    for (const name of Object.keys(own)) Reflect.deleteProperty(node, name);
  };
}

/** Hides an element of an area outside the frame that lies over the middle of the bar. Dialogs of the design system may. */
function uncover(frame: HTMLElement): void {
  const bar = frame.querySelector(':scope > header')?.getBoundingClientRect();
  if (bar === undefined) return;
  const hit = document.elementFromPoint(bar.left + bar.width / 2, bar.top + bar.height / 2);
  const cover = hit?.closest<HTMLElement>('body > *') ?? null;
  if (cover === null || cover.contains(frame) || prefixOf(cover) === 'host') return;
  const area = [cover, hit].map(prefixOf).find((id) => id !== undefined && pageRelease(id) !== undefined);
  if (area === undefined) return;
  cover.hidden = true;
  reportAlteration(' what is seen of the shell', area);
}

/** What the class names of an element begin with: the id of the area, or `host`, whose build wrote them. */
function prefixOf(element: Element | null | undefined): string | undefined {
  return /(?:^| )([a-z][a-z0-9-]*)__/.exec(element?.getAttribute('class') ?? '')?.[1];
}
