import { OperatorError } from '../../errors/operator-error.ts';
import { watchClock } from '../../queue/clock-guard.ts';
import type { CommandContext } from '../../staff/open-portal.ts';
import { defineStaffCommand, type StaffCommand } from '../../staff/staff-command.ts';

/** Defines a command that issues a document or changes a ledger: it is refused while the clock is not believed. */
export function defineIssuingCommand<Given>(command: StaffCommand<Given>): StaffCommand<Given> {
  return defineStaffCommand({
    ...command,
    act: async (tx, action, given, portal) => {
      await requireClock(portal);
      return command.act(tx, action, given, portal);
    },
  });
}

/** Throws OperatorError while the clock is not believed: what is issued is never changed. */
export async function requireClock({ database }: Pick<CommandContext, 'database'>): Promise<void> {
  // A transaction of its own: jobs do not wait for the command, and the doubt is stored although the command is refused. On
  // another pool, because parallel commands that hold all connections of theirs would wait for each other.
  const doubt = await database.asSystem((tx) => watchClock(tx, new Date()));
  if (doubt === undefined) return;
  throw new OperatorError(
    `The clock says ${doubt.now}, but the last time that jobs saw is ${doubt.believed}. Correct the clock, or confirm it with "npm run -s billing -- confirm-clock".`,
  );
}
