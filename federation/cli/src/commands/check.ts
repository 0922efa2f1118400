import * as v from 'valibot';
import { defineCommand } from '../cli/command.ts';
import { exitCodes } from '../cli/exit-codes.ts';
import { readLive } from '../composition/live.ts';
import { checkSet } from '../gate/check-set.ts';
import { describeFindings } from '../gate/finding.ts';
import { releaseNameSchema } from '../releases/release-name.ts';
import { resolveNames, withReleases } from './live-set.ts';

export const check = defineCommand({
  name: 'check',
  summary: 'ask the gate whether releases fit what is live',
  arguments: '<release...>',
  details:
    "Checked are the area contract's version, what is needed of the share scope against what the host provides,\nroutes, ids, namespaces and names of globals against those of the others, size budgets, and every file's hash.\nA host is checked against all live areas. Exit 3 when something is held against it.",
  input: v.object({ release: v.array(releaseNameSchema) }),
  async run({ release }, { store, publicKey, facts, progress }) {
    const live = await readLive(store, await publicKey());
    const names = await resolveNames(store, release);
    const units = await withReleases(store, live?.composition, names);
    const texts = names.map(({ unit, version }) => `${unit}@${version}`);
    progress(`checking ${texts.join(', ')} against composition ${live?.composition.number ?? 'none'}`);
    const findings = await checkSet(store, units, names, facts);
    const data = { releases: texts, composition: live?.composition.number ?? null, findings };
    if (findings.length === 0) return { data, text: `${texts.join(', ')} may go live.` };
    const text = `The gate refuses ${texts.join(', ')}:\n${describeFindings(findings)}`;
    return { data, text, code: exitCodes.refused };
  },
});
