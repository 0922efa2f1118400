import type { FirstIconName } from './icons.ts';
import type { PageIconName } from './page-icons.ts';

/** The names of the portal's icon set. */
export type IconName = FirstIconName | PageIconName;
