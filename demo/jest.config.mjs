import bff from '../bff/jest.config.mjs';

export default {
  ...bff,
  globalSetup: '../bff/src/testing/start-server.ts',
  globalTeardown: '../bff/src/testing/stop-server.ts',
};
