import type { Area } from '@portal/federation-contract/area';
import { areas } from '../areas.ts';

/** The areas of this page. */
export function pageAreas(): readonly Area[] {
  return areas;
}

/** Nothing excludes a part of one program. */
export function isExcluded(_area: string): boolean {
  return false;
}
