import { node } from '@portal/tooling/jest/preset.mjs';

// Packages that ship ES modules only; Jest's CommonJS runtime needs them transformed.
const esmOnly = [
  'pg-boss',
  'serialize-error',
  'non-error',
  'cron-parser',
  'cookie',
  'content-disposition',
  '@fastify',
  'sql-template-tag',
];

export default {
  ...node,
  transformIgnorePatterns: [`/node_modules/(?!(?:\\.pnpm/)?(?:${esmOnly.join('|')})[@/+])`],
  // A real database on a busy machine takes its time.
  testTimeout: 30_000,
  globalSetup: './src/testing/start-server.ts',
  globalTeardown: './src/testing/stop-server.ts',
};
