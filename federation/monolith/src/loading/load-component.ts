import { requireTexts } from '@portal/shared/i18n';
import type { ComponentType } from 'react';
import { areas, modules } from '../areas.ts';

export type ComponentKind = 'pages' | 'sidebars' | 'plates';

/** Imports a component of an area, and the texts of a page's first view beside it. */
export async function loadComponent(
  area: string,
  kind: ComponentKind,
  id: string,
): Promise<{ default: ComponentType }> {
  const pages = kind === 'pages' ? areas.find((one) => one.id === area)?.pages : undefined;
  const texts = requireTexts(pages?.find((page) => page.id === id)?.namespaces ?? [], { again: false });
  const module = await modules[area]?.();
  const load = module?.area[kind]?.[id];
  if (load === undefined) throw new Error(`The area "${area}" has no ${kind} "${id}"`);
  const [component] = await Promise.all([load(), texts]);
  return component;
}
