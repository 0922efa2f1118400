import { versionSchema } from '@portal/federation-contract/composition';
import * as v from 'valibot';
import { changeOptions, changeOptionsSchema, defineCommand, runChange } from '../cli/command.ts';
import { OperationRefused } from '../operations/live-units.ts';
import { rolledBack } from '../operations/roll-back.ts';
import { unitSchema } from '../releases/release-name.ts';

export const rollback = defineCommand({
  name: 'rollback',
  summary: 'roll an area, or the host, back to an older release',
  arguments: '<area>',
  options: { '--to <version>': 'a published version; by default the previous one', ...changeOptions },
  details:
    'Ends a running canary of the area. Takes effect with the next page load; nothing is built or copied. A release that\nis not compatible with the other live releases is refused (exit 3) unless forced.',
  input: v.object({
    ...changeOptionsSchema.entries,
    area: unitSchema,
    to: v.optional(v.pipe(versionSchema, v.minLength(1))),
  }),
  async run({ area, to, ...options }, context) {
    const { publicKey } = await context.key();
    return runChange(options, context, {
      async next(live) {
        if (live === undefined) throw new OperationRefused('nothing is live yet');
        return rolledBack({ store: context.store, publicKey, live, unit: area, to });
      },
    });
  },
});
