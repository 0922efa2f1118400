import type { Area } from '@portal/federation-contract/area';
import type { AreaModule } from '@portal/shared/area';

// The build replaces both values (federation/build/src/monolith/areas-loader.ts).

/** The data of every area of the workspace. */
export const areas: readonly Area[] = [];

/** Imports the exposed module of an area, by its id. */
export const modules: Readonly<Record<string, () => Promise<{ area: AreaModule }>>> = {};
