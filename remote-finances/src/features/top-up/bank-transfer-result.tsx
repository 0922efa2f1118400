import type { BankDetails, Payment } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { Card, DateTime, type Detail, DetailList, Money, NotificationBox, Stack } from '@portal/shared/ui';
import { Copyable } from '../../copyable/copyable.tsx';
import { useDecimalFormat } from '../../decimal/use-decimal-format.ts';

interface BankTransferResultProps {
  payment: Payment;
  bank: BankDetails;
}

/** The pro-forma invoice: its amounts, and everything a transfer needs, each to be copied. */
export function BankTransferResult({ payment, bank }: BankTransferResultProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const decimals = useDecimalFormat();

  function money(term: string, amount: string | null): Detail | null {
    return amount === null
      ? null
      : { term, description: <Money amount={amount} currency={payment.currency} /> };
  }
  function copied(term: string, text: string | null): Detail | null {
    return text === null
      ? null
      : { term, description: <Copyable text={text} label={t('result.copy', { what: term })} /> };
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
      <Card title={t('result.bank')} headingLevel={4}>
        <Stack gap="4">
          <NotificationBox tone="warning">{t('result.invoiceText')}</NotificationBox>
          <DetailList
            items={[
              copied(t('result.beneficiary'), bank.beneficiary),
              copied(t('result.iban'), bank.iban),
              copied(t('result.bic'), bank.bic),
              copied(t('result.bankName'), bank.bank_name),
              copied(t('result.reference'), bank.reference),
              {
                term: t('result.amount'),
                description: (
                  <Copyable text={bank.amount} label={t('result.copy', { what: t('result.amount') })}>
                    <Money amount={bank.amount} currency={bank.currency} />
                  </Copyable>
                ),
              },
            ]}
          />
          <p>{t('result.creditedText')}</p>
        </Stack>
      </Card>
    </>
  );
}
