import { runPortal } from '@portal/bff/run-portal';
import { demoLogin } from './account.ts';
import { seedDemonstration } from './seed-demonstration.ts';

await runPortal({ demonstration: { login: demoLogin, seed: seedDemonstration } });
