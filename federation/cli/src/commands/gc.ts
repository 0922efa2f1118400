import * as v from 'valibot';
import { changeOptionsSchema, defineCommand, wholeNumber } from '../cli/command.ts';
import { collectGarbage } from '../operations/collect-garbage.ts';

export const gc = defineCommand({
  name: 'gc',
  summary: 'remove unused releases',
  options: {
    '--keep <number>': 'number of compositions, and of published releases of each area, to keep (10)',
    '--days <number>': 'keep releases that were live in the last days, for open pages (7)',
    '--reason <text>': 'why, for the audit record',
    '--dry-run': 'report what would be removed, and remove nothing',
  },
  details:
    'It never removes the active, previous and canary releases of the last compositions or of the last days, the last\npublished releases of each area, or the numbered compositions.',
  input: v.object({
    keep: v.optional(wholeNumber(1, 10_000), '10'),
    days: v.optional(wholeNumber(0, 10_000), '7'),
    reason: changeOptionsSchema.entries.reason,
    dryRun: changeOptionsSchema.entries.dryRun,
  }),
  async run({ keep, days, reason = 'no longer needed', dryRun }, context) {
    const key = await context.key();
    const garbage = await collectGarbage({ ...context, key, why: reason, keep, days, isDryRun: dryRun });
    const removed = garbage.removed.map(({ unit, version }) => `${unit}@${version}`);
    const names = [...removed, ...garbage.leftovers.map((folder) => `${folder} (incomplete)`)];
    const head = `${dryRun ? 'Would remove' : 'Removed'} ${names.length}, kept ${garbage.kept} releases.`;
    return {
      data: { ...garbage, removed, isDryRun: dryRun },
      text: [head, ...names.map((name) => `  ${name}`)].join('\n'),
    };
  },
});
