import { dataFaults } from './planted-area-faults.fixtures.ts';
import { codeFaults } from './planted-code-faults.fixtures.ts';
import type { PlantedFault } from './planted-fault.ts';
import { sheetFaults } from './planted-sheet-faults.fixtures.ts';

/** At least one fault for each rule. */
export const plantedFaults: PlantedFault[] = [...codeFaults, ...sheetFaults, ...dataFaults];
