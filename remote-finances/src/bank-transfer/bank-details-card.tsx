import type { BankDetails } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { Card, type Detail, DetailList, Money, NotificationBox, Stack } from '@portal/shared/ui';
import { Copyable } from '../copyable/copyable.tsx';

/** Everything that a bank transfer needs, each to be copied. */
export function BankDetailsCard({ bank }: { bank: BankDetails }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');

  function copied(term: string, text: string | null): Detail | null {
    return text === null
      ? null
      : { term, description: <Copyable text={text} label={t('result.copy', { what: term })} /> };
  }
  return (
    <Card title={t('result.bank')} headingLevel={3}>
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
  );
}
