// Somebody can write to the store and has no key. After every attack all commands of the release tool run.
import { attackedPortal, faultsAfter } from '@portal/federation-cli/attacked-portal';
import { storeAttacks } from '@portal/federation-cli/store-attacks';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';

const cases: CheckCase[] = [];
for (const attack of storeAttacks)
  cases.push(
    await tryCase(`somebody ${attack.name}`, async (problems) => {
      const portal = await attackedPortal();
      problems.push(...(await faultsAfter(portal, attack).finally(() => portal.remove())));
    }),
  );
reportCases('store-attacks', cases);
