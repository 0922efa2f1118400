export { node as default } from '@portal/tooling/jest/preset.mjs';
