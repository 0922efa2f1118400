import { numberCapabilities, rentedNumberStatuses, rentedNumberTypes } from '@portal/contract/rented-numbers';
import { useTranslation } from '@portal/shared/i18n';
import { Badge, type BadgeTone, Inline, StatusBadge } from '@portal/shared/ui';

const tones: Record<(typeof rentedNumberStatuses)[number], BadgeTone> = {
  active: 'success',
  pending: 'info',
  awaiting_registration: 'warning',
  suspended: 'error',
  pending_removal: 'warning',
  expired: 'error',
  ported_out: 'neutral',
};

/** The words of a rented number; those that this release does not know appear as the server wrote them. */
export function NumberStatus({ status }: { status: string }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const known = rentedNumberStatuses.find((one) => one === status);
  return (
    <StatusBadge tone={known ? tones[known] : 'neutral'}>{known ? t(`status.${known}`) : status}</StatusBadge>
  );
}

export function NumberType({ type }: { type: string }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const known = rentedNumberTypes.find((one) => one === type);
  return known ? t(`type.${known}`) : type;
}

export function Capabilities({ capabilities }: { capabilities: readonly string[] }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  return (
    <Inline gap="1">
      {capabilities.map((capability) => {
        const known = numberCapabilities.find((one) => one === capability);
        return <Badge key={capability}>{known ? t(`capability.${known}`) : capability}</Badge>;
      })}
    </Inline>
  );
}
