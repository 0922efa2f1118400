import type { Service } from '@portal/contract/services';
import { useTranslation } from '@portal/shared/i18n';
import { useBalance } from '@portal/shared/session';
import { Badge, Inline, Money } from '@portal/shared/ui';

/**
 * A service's balance: its own response, or the one in the list of services until that arrives. Amounts are null until
 * they are known.
 */
export function useServiceBalance(service: Service) {
  const { data, isPending, isError, isFetching, refetch } = useBalance(service.service_id);
  return {
    balance: data?.balance ?? service.balance,
    available: data?.available ?? service.available,
    reserved: data?.reserved ?? service.reserved,
    creditLimit: data?.credit_limit ?? service.credit_limit,
    daysLeft: data ? data.days_left : service.days_left,
    updated: data?.balance_updated ?? service.balance_updated,
    /** The last known balance is shown because the current one cannot be read. */
    isStale: (data?.stale ?? false) || isError,
    isLoading: isPending && service.balance === null,
    isFetching,
    refetch,
  };
}

interface BalanceAmountProps {
  amount: string | null;
  currency: string;
}

/** A balance; one below zero has a badge that says so. */
export function BalanceAmount({ amount, currency }: BalanceAmountProps) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  return (
    <Inline gap="2">
      <Money amount={amount} currency={currency} markNegative />
      {amount?.startsWith('-') && <Badge tone="error">{t('plate.negative')}</Badge>}
    </Inline>
  );
}
