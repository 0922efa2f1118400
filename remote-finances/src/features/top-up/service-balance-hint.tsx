import type { Service } from '@portal/contract/services';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useServiceBalance } from '../../services/use-service-balance.ts';

/** The balance of the service that is being topped up. */
export function ServiceBalanceHint({ service }: { service: Service }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const format = useFormat();
  const { balance } = useServiceBalance(service);
  if (balance === null) return t('service.balanceUnknown');
  return t('service.balance', { balance: format.money(balance, service.currency) });
}
