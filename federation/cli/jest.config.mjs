import { node } from '@portal/tooling/jest/preset.mjs';

// Many tests run whole commands, each with files that are synced to the disk; some start processes.
export default { ...node, testTimeout: 60_000 };
