import {
  directions,
  type Message,
  type MessageStatus,
  type MessageStatusGroup,
  messageChannels,
  messageStatuses,
  messageStatusGroups,
} from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { type BadgeTone, DirectionName, PhoneNumber, StatusBadge } from '@portal/shared/ui';

interface MessageStatusBadgeProps {
  status: string;
  group: string;
}

/** A message's status, in the tone of its group; a status unknown to this release is shown as the server sent it. */
export function MessageStatusBadge({ status, group }: MessageStatusBadgeProps) {
  const { t } = useTranslation('messagingHistory');
  const known = knownStatus(status);
  return <StatusBadge tone={toneOfGroup(group)}>{known ? t(`status.${known}`) : status}</StatusBadge>;
}

export function knownStatus(status: string): MessageStatus | undefined {
  return messageStatuses.find((known) => known === status);
}

/** Red: the message will never arrive. Yellow: it did not arrive in time. */
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

interface MessageAddressProps {
  /** A phone number, or a sender name of up to eleven letters and digits. */
  address: string;
  copyable?: boolean;
}

/** The sender or the recipient of a message. */
export function MessageAddress({ address, copyable = false }: MessageAddressProps) {
  if (/^\+?\d+$/.test(address)) return <PhoneNumber number={address} copyable={copyable} />;
  return <bdi>{address}</bdi>;
}

/** The direction of a message; a direction unknown to this release is shown as the server sent it. */
export function MessageDirection({ direction }: Pick<Message, 'direction'>) {
  const { t } = useTranslation('messagingHistory');
  const known = directions.find((one) => one === direction);
  if (known === undefined) return direction;
  return <DirectionName icon={directionIcons[known]} name={t(`direction.${known}`)} />;
}

const directionIcons = { outbound: 'send', inbound: 'inbox' } as const;

/** The error names that carriers use; other names are shown unchanged. */
const known = [
  'EC_ABSENT_SUBSCRIBER',
  'EC_ABSENT_SUBSCRIBER_SM',
  'EC_UNKNOWN_SUBSCRIBER',
  'EC_ILLEGAL_SUBSCRIBER',
  'EC_TELESERVICE_NOT_PROVISIONED',
  'EC_CALL_BARRED',
  'EC_DESTINATION_BLOCKED',
  'EC_SENDER_NOT_REGISTERED',
  'EC_MEMORY_CAPACITY_EXCEEDED',
  'EC_SUBSCRIBER_BUSY_FOR_MT_SMS',
  'EC_SYSTEM_FAILURE',
  'EC_UNKNOWN_ERROR',
] as const;

/** Describes a carrier's error by its name, or by its code when it has no name. */
export function useCarrierError(): (name: string | null, code: string | null) => string {
  const { t } = useTranslation('messagingHistory');
  return (name, code) => {
    const one = known.find((candidate) => candidate === name);
    return one ? t(`carrierError.${one}`) : (name ?? code ?? '');
  };
}

/** Proper names: they are the same in every language. */
const channelNames = { sms: 'SMS', mms: 'MMS', viber: 'Viber', whatsapp: 'WhatsApp', rcs: 'RCS' } as const;

/** The name of a channel; one that is unknown to this release is shown as the server sent it. */
export function channelName(channel: string): string {
  const known = messageChannels.find((one) => one === channel);
  return known ? channelNames[known] : channel;
}
