import { node } from '@portal/tooling/jest/preset.mjs';

// Packages that ship ES modules only; Jest's CommonJS runtime needs them transformed.
const esmOnly = ['cookie', 'content-disposition', '@fastify'];

export default {
  ...node,
  transformIgnorePatterns: [`/node_modules/(?!(?:\\.pnpm/)?(?:${esmOnly.join('|')})[@/+])`],
};
