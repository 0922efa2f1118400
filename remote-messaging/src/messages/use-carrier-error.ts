import { useTranslation } from '@portal/shared/i18n';

/** The names that carriers give in practice; others stay as they are. */
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

/** Puts a carrier's error into words; one without a name is known by its code. */
export function useCarrierError(): (name: string | null, code: string | null) => string {
  const { t } = useTranslation('messagingHistory');
  return (name, code) => {
    const one = known.find((candidate) => candidate === name);
    return one ? t(`carrierError.${one}`) : (name ?? code ?? '');
  };
}
