import {
  type MessageStatus,
  type MessageStatusGroup,
  messageGroupOfStatus,
  messageStatuses,
  type messageStatusFilters,
  messageStatusGroups,
} from '@portal/contract/messages';

export type StatusFilter = (typeof messageStatusFilters)[number];

/** The statuses that can be selected alone. A status with the name of its group is not among them: the name selects the group. */
export const singleStatuses = messageStatuses.filter((status) => !isGroup(status));

export function statusesOf(group: MessageStatusGroup): MessageStatus[] {
  return messageStatuses.filter((status) => messageGroupOfStatus[status] === group);
}

export function isGroup(value: StatusFilter): value is MessageStatusGroup {
  return messageStatusGroups.some((group) => group === value);
}

/** The selection without redundant values: a new group replaces its statuses, and a new status its group. */
export function settleChoice(
  before: readonly StatusFilter[],
  after: readonly StatusFilter[],
): StatusFilter[] {
  const added = after.filter((value) => !before.includes(value));
  return after.filter((value) => !added.some((one) => replaces(one, value)));
}

function replaces(added: StatusFilter, value: StatusFilter): boolean {
  if (isGroup(added)) return !isGroup(value) && messageGroupOfStatus[value] === added;
  return messageGroupOfStatus[added] === value;
}
