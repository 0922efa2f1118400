import * as v from 'valibot';
import { defineCommand, runTrial, trialOptions, trialOptionsSchema } from '../cli/command.ts';
import { exitCodes } from '../cli/exit-codes.ts';
import { readLive, trusted } from '../composition/composition-file.ts';
import { describeFindings } from '../gate/check-release.ts';
import { checkSet } from '../gate/check-set.ts';
import { resolveNames, withReleases } from '../operations/live-units.ts';
import { releaseNamesSchema } from '../releases/release-name.ts';

export const check = defineCommand({
  name: 'check',
  summary: 'check with the gate whether releases are compatible with what is live',
  arguments: '<release...>',
  options: { ...trialOptions, '--no-run': 'do not run the release in a browser' },
  details:
    'The gate checks the version of the area contract, the needed shared packages and their exports against those of the\nhost, collisions of routes, ids, namespaces and global names, the size budgets, and the hash of every file. A host is checked against\nthe active, previous and canary releases of all live areas. Then it opens the pages of\nthe areas in Chromium, beside the live set, and refuses errors, changed globals, long tasks at start,\nmissing texts, and styles that move or hide a pixel of the shell; "diff --last" shows the pages.\nNeeds no signing key. Exit 3 when the gate refuses a release.',
  input: v.object({ ...trialOptionsSchema.entries, release: releaseNamesSchema }),
  async run({ release, run, backend }, context) {
    const { facts, progress } = context;
    const key = await context.publicKey();
    const live = await readLive(context.store, key);
    const store = trusted(context.store, live, key);
    const names = await resolveNames(store, release, progress);
    const next = await withReleases(store, live?.composition, names);
    const units = { ...next, withdrawn: live?.composition.withdrawn };
    const texts = names.map(({ unit, version }) => `${unit}@${version}`);
    progress(`checking ${texts.join(', ')} against composition ${live?.composition.number ?? 'none'}`);
    const findings = await checkSet(store, units, names, facts);
    // What does not fit what is live may not even start.
    if (run && findings.length === 0) {
      const request = { store, live: live?.composition, units, candidates: names };
      findings.push(...(await runTrial(request, context, { backend })).findings);
    }
    const data = { releases: texts, composition: live?.composition.number ?? null, findings };
    if (findings.length === 0) return { data, text: `${texts.join(', ')} can go live.` };
    const text = `The gate refuses ${texts.join(', ')}:\n${describeFindings(findings)}`;
    return { data, text, code: exitCodes.refused };
  },
});
