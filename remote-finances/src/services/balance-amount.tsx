import { useTranslation } from '@portal/shared/i18n';
import { Badge, Inline, Money } from '@portal/shared/ui';

interface BalanceAmountProps {
  amount: string | null;
  currency: string;
}

/** A balance; below zero it says so in words beside its colour. */
export function BalanceAmount({ amount, currency }: BalanceAmountProps) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  return (
    <Inline gap="2">
      <Money amount={amount} currency={currency} markNegative />
      {amount?.startsWith('-') && <Badge tone="error">{t('plate.negative')}</Badge>}
    </Inline>
  );
}
