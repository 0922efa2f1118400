import { dataFaults } from './planted-area-faults.fixtures.ts';
import { codeFaults } from './planted-code-faults.fixtures.ts';
import type { PlantedFault } from './planted-fault.ts';
import { sheetFaults } from './planted-sheet-faults.fixtures.ts';

/** For each rule at least one fault, and its faultless twin. */
export const plantedFaults: PlantedFault[] = [...codeFaults, ...sheetFaults, ...dataFaults];
