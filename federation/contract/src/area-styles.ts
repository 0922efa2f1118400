/** A part of a selector, as lightningcss reports it: a class, a combinator, the nesting selector `&`. */
interface SelectorPart {
  type: string;
  name?: unknown;
  value?: unknown;
}

// Rules that contain others or declarations and affect nothing beyond them.
const groups = [
  'container',
  'ignored',
  'layer-block',
  'layer-statement',
  'media',
  'nested-declarations',
  'nesting',
  'scope',
  'starting-style',
  'style',
  'supports',
];

/** What the class names of an area begin with; the build names classes and keyframes of an area so. */
function ownPrefix(id: string): string {
  return `${id}__`;
}

/** The part of a selector that matches elements with a class of the area, without specificity, as lightningcss parses it. */
export function ownElement(id: string) {
  const operation = (operator: 'prefix' | 'substring', value: string) => ({
    type: 'attribute' as const,
    namespace: null,
    name: 'class',
    operation: { operator, value, caseSensitivity: 'case-sensitive' as const },
  });
  const prefix = ownPrefix(id);
  return {
    type: 'pseudo-class' as const,
    kind: 'where' as const,
    selectors: [[operation('prefix', prefix)], [operation('substring', ` ${prefix}`)]],
  };
}

/**
 * Whether a selector matches only elements with a class of the area, and elements inside them. A sibling of such an element
 * may belong to the shell. `isNested`: `&` stands for a rule of the area.
 */
export function isInsideArea(selector: readonly SelectorPart[], id: string, isNested: boolean): boolean {
  const mark = JSON.stringify(ownElement(id));
  return selector.some((part, index) => {
    const isOwn =
      (part.type === 'class' && String(part.name).startsWith(ownPrefix(id))) ||
      (part.type === 'nesting' && isNested) ||
      (part.type === 'pseudo-class' && JSON.stringify(part) === mark);
    if (!isOwn) return false;
    const next = selector.slice(index).find(({ type }) => type === 'combinator')?.value;
    return next === undefined || next === 'descendant' || next === 'child';
  });
}

/** Whether a rule of a type affects nothing but the area. `name` is what it defines for the whole page, such as keyframes. */
export function isOwnRule(type: string, name: string | undefined, id: string): boolean {
  return groups.includes(type) || (name?.replace(/^--/, '').startsWith(ownPrefix(id)) ?? false);
}

/** Whether a value of `position`, as lightningcss parses it, may fix an element to the window. A `var()` has no type. */
export function mayBeFixed(value: object): boolean {
  return !('type' in value) || value.type === 'fixed';
}
