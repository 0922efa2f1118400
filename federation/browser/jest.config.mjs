export { browser as default } from '@portal/tooling/jest/preset.mjs';
