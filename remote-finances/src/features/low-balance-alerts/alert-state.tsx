import type { Service } from '@portal/contract/services';
import { useFormat, useTranslation } from '@portal/shared/i18n';

/** What the saved alert of a service will do, in words. */
export function AlertState({ service }: { service: Service }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const { money } = useFormat();
  const amount = service.threshold_amount ?? service.threshold_balance;
  if (!service.threshold_enabled || amount === null) return t('state.off');
  const limit = money(amount, service.currency);
  return service.threshold_state === 'triggered'
    ? t('state.triggered', { limit })
    : t('state.armed', { limit });
}
