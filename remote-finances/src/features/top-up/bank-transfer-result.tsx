import type { BankDetails, Payment } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { DateTime, type Detail, DetailList, Money } from '@portal/shared/ui';
import { BankDetailsCard } from '../../bank-transfer/bank-details-card.tsx';
import { useDecimalFormat } from '../../decimal/use-decimal-format.ts';

interface BankTransferResultProps {
  payment: Payment;
  bank: BankDetails;
}

/** The pro-forma invoice: its amounts, and how to pay it. */
export function BankTransferResult({ payment, bank }: BankTransferResultProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const decimals = useDecimalFormat();

  function money(term: string, amount: string | null): Detail | null {
    return amount === null
      ? null
      : { term, description: <Money amount={amount} currency={payment.currency} /> };
  }
  const vat =
    payment.tax_rate === null
      ? t('result.vat')
      : t('result.vatAt', { rate: decimals.percent(payment.tax_rate) });
  return (
    <>
      <DetailList
        items={[
          payment.number !== null && { term: t('result.number'), description: payment.number },
          money(t('result.credit'), payment.amount),
          money(t('result.net'), payment.net_amount),
          money(vat, payment.tax_amount),
          money(t('result.gross'), payment.gross_amount),
          payment.due_date !== null && {
            term: t('result.due'),
            description: <DateTime value={payment.due_date} show="date" />,
          },
        ]}
      />
      <BankDetailsCard bank={bank} />
    </>
  );
}
