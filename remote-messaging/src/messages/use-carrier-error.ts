import { useTranslation } from '@portal/shared/i18n';

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
