import {
  type MessageStatus,
  type MessageStatusGroup,
  messageStatuses,
  messageStatusGroups,
} from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { type BadgeTone, StatusBadge } from '@portal/shared/ui';

interface MessageStatusBadgeProps {
  status: string;
  group: string;
}

/** The status in a word, its group as the tone; a status that this release does not know stays as the server wrote it. */
export function MessageStatusBadge({ status, group }: MessageStatusBadgeProps) {
  const { t } = useTranslation('messagingHistory');
  const known = knownStatus(status);
  return <StatusBadge tone={toneOfGroup(group)}>{known ? t(`status.${known}`) : status}</StatusBadge>;
}

export function knownStatus(status: string): MessageStatus | undefined {
  return messageStatuses.find((known) => known === status);
}

/** Red: it did not arrive and will not. Yellow: it did not arrive in time. */
const tones: Record<MessageStatusGroup, BadgeTone> = {
  pending: 'info',
  delivered: 'success',
  undelivered: 'error',
  expired: 'warning',
  rejected: 'error',
  failed: 'error',
  received: 'neutral',
};

export function toneOfGroup(group: string): BadgeTone {
  const known = messageStatusGroups.find((one) => one === group);
  return known ? tones[known] : 'neutral';
}
