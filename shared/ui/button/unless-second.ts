import type { MouseEvent } from 'react';

/**
 * Acts on a click, but not on the second one of a double click: it comes before the first has made a button wait, or when what the first
 * has started is done.
 */
export function unlessSecond(act: () => void) {
  return ({ detail: clicks }: MouseEvent) => {
    if (clicks < 2) act();
  };
}
