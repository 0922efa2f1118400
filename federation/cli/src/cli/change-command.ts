import type * as v from 'valibot';
import { describeFindings } from '../gate/finding.ts';
import { type Change, type Changed, changeComposition } from '../operations/change-composition.ts';
import type { CommandResult, changeOptionsSchema } from './command.ts';
import type { Context } from './context.ts';
import { UsageError } from './exit-codes.ts';

type ChangeOptions = v.InferOutput<typeof changeOptionsSchema>;
type Decision = Pick<Change, 'next'> & Partial<Pick<Change, 'candidates' | 'isForced'>>;

/** Carries out a command's decision and returns the result. Throws what `changeComposition` throws. */
export async function runChange(
  options: ChangeOptions,
  context: Context,
  decision: Decision,
): Promise<CommandResult> {
  if (options.force && options.reason === undefined)
    throw new UsageError('--force needs --reason, for the audit record');
  const { store, facts, command, who } = context;
  const changed = await changeComposition({
    store,
    facts,
    key: await context.key(),
    command,
    who,
    why: options.reason ?? 'no reason given',
    isDryRun: options.dryRun,
    isForced: options.force,
    expected: options.expect,
    ...decision,
  });
  return { data: changed, text: textOf(changed) };
}

function textOf({ number, isChanged, isDryRun, changes, findings }: Changed): string {
  const lines = changes.map((change) => `  ${change}`);
  const forced = findings.length === 0 ? [] : ['The gate refuses it; forced:', describeFindings(findings)];
  if (isDryRun)
    return [`Dry run: nothing has changed. Composition ${number} would be:`, ...lines, ...forced].join('\n');
  if (!isChanged) return `Nothing to do: composition ${number} already has these releases.`;
  return [`Composition ${number} is live.`, ...lines, ...forced].join('\n');
}
