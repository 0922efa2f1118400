import * as v from 'valibot';
import { performOnce } from '../../staff/staff-action.ts';
import type { AnyStaffCommand } from '../../staff/staff-command.ts';
import type { testPortal } from '../../testing/test-portal.ts';

let keys = 0;

/** Returns a function that performs a command on accounts, each time with another key, and returns what it has changed. */
export function staffActions(portal: ReturnType<typeof testPortal>) {
  return async (name: string, command: AnyStaffCommand, given: Record<string, string>) => {
    keys += 1;
    const action = {
      ...{ key: `T-${keys}`, command: `accounts ${name}`, actor: 'staff:anna', reason: 'Ticket 7' },
      arguments: given,
    };
    const parsed = v.parse(command.schema, given);
    const work = (tx: Parameters<AnyStaffCommand['act']>[0]) =>
      command.act(tx, action, parsed, { ...portal.context, queue: portal.queue });
    return (await performOnce(portal.context, action, work, { isDryRun: false })).result.changed;
  };
}
