import { isOneOf } from '@portal/contract/response-member';
import { deliveryFailures } from '@portal/contract/webhook-deliveries';
import { useTranslation } from '@portal/shared/i18n';

/** A delivery that is due so soon is waited for. */
export const soonMs = 30_000;

/** Says why an attempt failed; a failure of a later release by its code. */
export function useFailureText(): (failure: string, responseStatus: number | null) => string {
  const { t } = useTranslation('profileWebhookSidebar');
  return (failure, status) =>
    isOneOf(deliveryFailures, failure) ? t(`failure.${failure}`, { status: status ?? '–' }) : failure;
}
