import type { BankDetails, Payment } from '@portal/contract/payments';
import type { CryptoDetails } from '@portal/contract/top-up';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import {
  Button,
  Copyable,
  DateTime,
  DetailList,
  detail,
  FormActions,
  LinkButton,
  Money,
  NotificationBox,
  Stack,
  TextLink,
  useDecimalFormat,
} from '@portal/shared/ui';
import { BankDetailsCard } from '../../bank-details-card.tsx';
import { paths } from '../../paths.ts';
import { StepHeading } from './top-up-review.tsx';
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
      <StepHeading>
        {created.kind === 'crypto' ? t('result.cryptoTitle') : t('result.invoiceTitle')}
      </StepHeading>
      {created.kind === 'crypto' ? (
        <CryptoResult payment={created.payment} crypto={created.crypto} />
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
  bank: BankDetails;
}

/** The pro-forma invoice: its amounts, and how to pay it. */
function BankTransferResult({ payment, bank }: BankTransferResultProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const decimals = useDecimalFormat();
  const money = (amount: string) => <Money amount={amount} currency={payment.currency} />;
  const vat =
    payment.tax_rate === null
      ? t('result.vat')
      : t('result.vatAt', { rate: decimals.percent(payment.tax_rate) });
  return (
    <>
      <DetailList
        items={[
          detail(t('result.number'), payment.number),
          detail(t('result.credit'), payment.amount, money),
          detail(t('result.net'), payment.net_amount, money),
          detail(vat, payment.tax_amount, money),
          detail(t('result.gross'), payment.gross_amount, money),
          detail(t('result.due'), payment.due_date, (day) => <DateTime value={day} show="date" />),
        ]}
      />
      <BankDetailsCard bank={bank} />
    </>
  );
}

interface CryptoResultProps {
  payment: Payment;
  crypto: CryptoDetails;
}

/** The crypto payment: the provider's payment page, or the address and the exact amount. */
function CryptoResult({ payment, crypto }: CryptoResultProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { quantity } = useDecimalFormat();
  const asset = crypto.pay_currency?.toUpperCase() ?? '';
  const network = crypto.network_title ?? crypto.network;
  const inAsset = (amount: string) => `${quantity(amount)} ${asset}`;
  const copied = (term: string, value: string | null, show: (text: string) => string = String) =>
    detail(term, value, (text) => (
      <Copyable text={text} label={t('result.copy', { what: term })}>
        {show(text)}
      </Copyable>
    ));
  return (
    <>
      {asset !== '' && network !== null && (
        <NotificationBox tone="warning">{t('crypto.warning', { asset, network })}</NotificationBox>
      )}
      <DetailList
        items={[
          detail(t('result.number'), payment.number),
          detail(t('result.credit'), payment.amount, (amount) => (
            <Money amount={amount} currency={payment.currency} />
          )),
          detail(t('crypto.network'), network),
          copied(t('crypto.address'), crypto.pay_address),
          copied(t('crypto.memo'), crypto.memo),
          copied(t('crypto.amount'), crypto.pay_amount, inAsset),
          detail(t('crypto.rate'), crypto.rate, quantity),
          detail(t('crypto.networkFee'), crypto.network_fee, inAsset),
          detail(t('crypto.expires'), crypto.expires_at ?? payment.expires_at, (moment) => (
            <DateTime value={moment} seconds />
          )),
          detail(
            t('crypto.confirmations'),
            crypto.confirmations_required === null ? null : crypto.confirmations,
            (done) => t('crypto.confirmationsOf', { done, required: crypto.confirmations_required }),
          ),
        ]}
      />
      {isWebAddress(crypto.checkout_url) ? (
        <LinkButton
          external
          href={crypto.checkout_url}
          target="_blank"
          rel="noopener noreferrer"
          iconEnd="external"
        >
          {t('crypto.checkout')}
        </LinkButton>
      ) : (
        crypto.pay_address === null && <NotificationBox tone="warning">{t('crypto.nothing')}</NotificationBox>
      )}
    </>
  );
}

/** A link of another kind (`javascript:`) is not offered. */
function isWebAddress(url: string | null): url is string {
  return url?.startsWith('https://') ?? false;
}
