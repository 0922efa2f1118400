import type { ComponentType } from 'react';

/** Imports the module of a page, sidebar or plate; its default export is the component, which gets no props. */
type SlotLoader = () => Promise<{ default: ComponentType }>;

/** The code of an area: a loader for each id of area.json. */
export interface AreaModule {
  pages: Readonly<Record<string, SlotLoader>>;
  sidebars: Readonly<Record<string, SlotLoader>>;
  plates: Readonly<Record<string, SlotLoader>>;
}

interface AreaDefinition {
  pages: Readonly<Record<string, SlotLoader>>;
  sidebars?: Readonly<Record<string, SlotLoader>>;
  plates?: Readonly<Record<string, SlotLoader>>;
}

/**
 * Defines the code of an area by the ids of its area.json. The host calls a loader when its slot is first shown.
 *
 * @example
 * export const area = defineArea({ pages: { payments: () => import('./features/payments/payments-page.tsx') } });
 */
export function defineArea({ pages, sidebars = {}, plates = {} }: AreaDefinition): AreaModule {
  return { pages, sidebars, plates };
}
