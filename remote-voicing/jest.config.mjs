import { browser, inGroups } from '@portal/tooling/jest/preset.mjs';

export default inGroups(browser);
