import { node } from '@portal/tooling/jest/preset.mjs';
import bff from '../bff/jest.config.mjs';

export default {
  ...bff,
  testMatch: node.testMatch,
  testPathIgnorePatterns: node.testPathIgnorePatterns,
  globalSetup: '../bff/src/testing/start-server.ts',
  globalTeardown: '../bff/src/testing/stop-server.ts',
};
