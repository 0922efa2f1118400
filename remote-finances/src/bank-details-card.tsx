import type { BankDetails } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { Card, Copyable, DetailList, detail, Money, NotificationBox, Stack } from '@portal/shared/ui';
import classes from './bank-details-card.module.css';
import { formatIban } from './iban.ts';
import { QrCode } from './qr-code.tsx';

interface BankDetailsCardProps {
  bank: BankDetails;
  /** 3 in a sidebar, whose title is above it. */
  headingLevel?: 2 | 3;
}

/** The details of a bank transfer, each with a button that copies it, and as a QR code for banking apps. */
export function BankDetailsCard({ bank, headingLevel = 3 }: BankDetailsCardProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const copied = (term: string, value: string | null, show: (text: string) => string = String) =>
    detail(term, value, (text) => (
      <Copyable text={text} label={t('result.copy', { what: term })}>
        {show(text)}
      </Copyable>
    ));
  return (
    <Card title={t('result.bank')} headingLevel={headingLevel}>
      <Stack gap="4">
        <NotificationBox tone="warning">{t('result.invoiceText')}</NotificationBox>
        {bank.sepa_qr !== null && (
          <figure className={classes.code}>
            <QrCode text={bank.sepa_qr} label={t('result.qr')} />
            <figcaption>{t('result.scan')}</figcaption>
          </figure>
        )}
        <DetailList
          items={[
            copied(t('result.beneficiary'), bank.beneficiary),
            copied(t('result.iban'), bank.iban, formatIban),
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
