import { type RefObject, useEffect, useState } from 'react';

/** The result of `measure` for an element, updated when its size changes; `initial` until it is measured. */
export function useMeasured<Value>(
  element: RefObject<Element | null>,
  measure: (element: Element) => Value,
  initial: Value,
): Value {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    const target = element.current;
    if (!target || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setValue(measure(target)));
    observer.observe(target);
    for (const child of target.children) observer.observe(child);
    return () => observer.disconnect();
  }, [element, measure]);
  return value;
}

/** An element's inner width in CSS pixels. */
export function innerWidthOf(element: Element): number {
  return element.clientWidth;
}

/** Whether an element's content is wider than the element. */
export function isScrollable(element: Element): boolean {
  return element.scrollWidth > element.clientWidth + 1;
}
