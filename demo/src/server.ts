import { runPortal } from '@portal/bff/run-portal';
import { demoLogin } from './account.ts';
import { seedDemonstration } from './seed-demonstration.ts';
import { waitForReleases } from './wait-for-releases.ts';

await runPortal({
  demonstration: { login: demoLogin, seed: seedDemonstration },
  beforePages: process.argv.includes('--wait-for-releases') ? waitForReleases : undefined,
});
