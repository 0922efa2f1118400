import { requireClock } from '../../queue/clock-guard.ts';
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
