import type { BankDetails, Payment } from '@portal/contract/payments';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import {
  Button,
  DateTime,
  DetailList,
  detail,
  FormActions,
  Money,
  Stack,
  TextLink,
  useDecimalFormat,
} from '@portal/shared/ui';
import { Suspense } from 'react';
import { BankDetailsCard } from '../../bank-details-card.tsx';
import { BankStatus, bankStateOf } from '../../bank-status.tsx';
import { paths } from '../../paths.ts';
import { DocumentButtons } from '../../payment-documents.tsx';
import { StepHeading } from '../../step-heading.tsx';
import { CryptoPayment } from './crypto-payment.tsx';
import type { CreatedPayment } from './use-create-payment.ts';

interface TopUpResultProps {
  created: CreatedPayment;
  onAgain: () => void;
}

/** The created payment and how to pay it. */
export function TopUpResult({ created, onAgain }: TopUpResultProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { close } = useSidebar();
  return (
    <Stack gap="6">
      {created.kind === 'crypto' ? (
        <CryptoPayment payment={created.payment} crypto={created.crypto} />
      ) : (
        <BankTransferResult payment={created.payment} bank={created.bank_details} />
      )}
      <p>
        <TextLink href={paths.payments()}>{t('result.payments')}</TextLink>
      </p>
      <FormActions>
        <Button onClick={close}>{t('result.close')}</Button>
        <Button theme="outline" onClick={onAgain}>
          {t('result.another')}
        </Button>
      </FormActions>
    </Stack>
  );
}

interface BankTransferResultProps {
  payment: Payment;
  /** Null unless a transfer is awaited. */
  bank: BankDetails | null;
}

/** A top-up by bank transfer: where it stands, its amounts, and while a transfer is awaited, how to pay it. */
export function BankTransferResult({ payment, bank }: BankTransferResultProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const decimals = useDecimalFormat();
  const money = (amount: string) => <Money amount={amount} currency={payment.currency} />;
  const state = bankStateOf(payment) ?? 'pending';
  const vat =
    payment.tax_rate === null
      ? t('result.vat')
      : t('result.vatAt', { rate: decimals.percent(payment.tax_rate) });
  return (
    <>
      <StepHeading>
        {state === 'refunded' || state === 'partially_refunded'
          ? t(`refund.${state}`)
          : t(`bankTitle.${state}`)}
      </StepHeading>
      <BankStatus payment={payment} due={bank?.amount ?? null} />
      <DetailList
        items={[
          detail(t('result.number'), payment.number),
          detail(t('result.credit'), payment.amount, money),
          detail(t('result.net'), payment.net_amount, money),
          detail(vat, payment.tax_amount, money),
          detail(t('result.gross'), payment.gross_amount, money),
          detail(t('crypto.received'), payment.paid_amount, money),
          detail(t('result.credited'), payment.paid_amount === null ? null : payment.credited, money),
          detail(t('result.due'), payment.due_date, (day) => <DateTime value={day} show="date" />),
        ]}
      />
      {bank !== null && <BankDetailsCard bank={bank} />}
      <Suspense fallback={null}>
        <DocumentButtons payment={payment} />
      </Suspense>
    </>
  );
}
