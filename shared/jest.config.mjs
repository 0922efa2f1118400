import { browser } from '@portal/tooling/jest/preset.mjs';

// The contract only lives in this folder: it is a package of its own, and tests itself.
export default {
  ...browser,
  testPathIgnorePatterns: [...browser.testPathIgnorePatterns, '<rootDir>/contract/'],
};
