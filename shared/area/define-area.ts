import type { ComponentType } from 'react';

/** Reads the module of a page, sidebar or plate; its default export is the component, which gets no props. */
export type SlotLoader = () => Promise<{ default: ComponentType }>;

/** The code face of an area: for each id of area.json, where its component comes from. */
export interface AreaModule {
  pages: Readonly<Record<string, SlotLoader>>;
  sidebars: Readonly<Record<string, SlotLoader>>;
  plates: Readonly<Record<string, SlotLoader>>;
}

export interface AreaDefinition {
  pages: Readonly<Record<string, SlotLoader>>;
  sidebars?: Readonly<Record<string, SlotLoader>>;
  plates?: Readonly<Record<string, SlotLoader>>;
}

/**
 * Declares what an area brings, by the ids of its area.json; the host calls a loader when the slot is first shown.
 *
 * @example
 * export const area = defineArea({ pages: { payments: () => import('./features/payments/payments-page.tsx') } });
 */
export function defineArea({ pages, sidebars = {}, plates = {} }: AreaDefinition): AreaModule {
  return { pages, sidebars, plates };
}
