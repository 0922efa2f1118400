import { createContext, useContext } from 'react';

/** Where a component stands: leaving a page and closing a sidebar lose different forms. */
export type SlotKind = 'page' | 'sidebar';

const SlotKindContext = createContext<SlotKind>('page');

/** The frame of a sidebar wraps its content in `<SlotKindProvider value="sidebar">`. */
export const SlotKindProvider = SlotKindContext.Provider;

/** Whether the caller stands in a page or in a sidebar. */
export function useSlotKind(): SlotKind {
  return useContext(SlotKindContext);
}
