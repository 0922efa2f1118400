import * as v from 'valibot';
import { changeOptionsSchema, defineCommand, wholeNumber } from '../cli/command.ts';
import { collectGarbage } from '../operations/collect-garbage.ts';

export const gc = defineCommand({
  name: 'gc',
  summary: 'remove releases that nothing needs any more',
  options: {
    '--keep <number>': 'of compositions, and of published releases of each area (10)',
    '--reason <text>': 'why, for the audit record',
    '--dry-run': 'say what would be removed, and remove nothing',
  },
  details:
    'Never removed: what any of the last compositions names as active, previous or canary, the last published releases\nof each area, and the numbered compositions themselves.',
  input: v.object({
    keep: v.optional(wholeNumber(1, 10_000), '10'),
    reason: changeOptionsSchema.entries.reason,
    dryRun: changeOptionsSchema.entries.dryRun,
  }),
  async run({ keep, reason = 'no longer needed', dryRun }, context) {
    const { store, command, who } = context;
    const key = await context.key();
    const garbage = await collectGarbage({ store, key, command, who, why: reason, keep, isDryRun: dryRun });
    const removed = garbage.removed.map(({ unit, version }) => `${unit}@${version}`);
    const names = [...removed, ...garbage.leftovers.map((folder) => `${folder} (never finished)`)];
    const verb = dryRun ? 'Would remove' : 'Removed';
    const text = [
      `${verb} ${names.length}, kept ${garbage.kept} releases.`,
      ...names.map((name) => `  ${name}`),
    ];
    return {
      data: { removed, leftovers: garbage.leftovers, kept: garbage.kept, isDryRun: dryRun },
      text: text.join('\n'),
    };
  },
});
