import type { Payment } from '@portal/contract/payments';
import type { CryptoDetails } from '@portal/contract/top-up';
import { useTranslation } from '@portal/shared/i18n';
import {
  Copyable,
  DateTime,
  DetailList,
  detail,
  Inline,
  LinkButton,
  Money,
  NotificationBox,
  Stack,
  useDecimalFormat,
} from '@portal/shared/ui';
import { Suspense } from 'react';
import { DocumentButtons } from '../../payment-documents.tsx';
import { QrCode } from '../../qr-code.tsx';
import { StepHeading } from '../../step-heading.tsx';
import { Countdown, useTimeLeft } from './countdown.tsx';
import classes from './crypto-payment.module.css';
import { CryptoProgress, type CryptoState, CryptoStatus, cryptoStateOf, isSome } from './crypto-status.tsx';

interface CryptoPaymentProps {
  payment: Payment;
  crypto: CryptoDetails;
}

/** A crypto payment: where it stands, and while it is awaited, how to pay it. */
export function CryptoPayment({ payment, crypto }: CryptoPaymentProps) {
  const leftMs = useTimeLeft(crypto.expires_at ?? payment.expires_at);
  const state = cryptoStateOf(payment, crypto, leftMs);
  const isPayable = state === 'pending' || state === 'partially_paid';
  return (
    <Stack gap="6">
      <StepHeading>{useTitle(state)}</StepHeading>
      <CryptoStatus payment={payment} crypto={crypto} state={state} />
      <CryptoProgress crypto={crypto} state={state} />
      {isPayable && <HowToSend crypto={crypto} leftMs={leftMs} />}
      <CryptoFigures payment={payment} crypto={crypto} />
      <Suspense fallback={null}>
        <DocumentButtons payment={payment} />
      </Suspense>
    </Stack>
  );
}

function useTitle(state: CryptoState): string {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  if (state === 'unknown') return t('method.crypto');
  if (state === 'refunded' || state === 'partially_refunded') return t(`refund.${state}`);
  return t(`cryptoTitle.${state}`);
}

/** The QR code, the address and the exact amount that is still to be sent. */
function HowToSend({ crypto, leftMs }: { crypto: CryptoDetails; leftMs: number | null }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { quantity } = useDecimalFormat();
  const { checkout_url, pay_address, payment_uri } = crypto;
  const asset = crypto.pay_currency?.toUpperCase() ?? '';
  const network = crypto.network_title ?? crypto.network;
  const copied = (term: string, value: string | null, show: (text: string) => string = String) =>
    detail(term, value, (text) => (
      <Copyable text={text} label={t('result.copy', { what: term })}>
        {show(text)}
      </Copyable>
    ));
  if (pay_address === null && !isWebAddress(checkout_url))
    return <NotificationBox tone="warning">{t('crypto.nothing')}</NotificationBox>;
  return (
    <div className={classes.pay}>
      <div className={classes.head}>
        {crypto.expires_at !== null && (
          <span>
            {t('crypto.expires')} <DateTime value={crypto.expires_at} />
          </span>
        )}
        {leftMs !== null && <Countdown leftMs={leftMs} />}
      </div>
      {asset !== '' && network !== null && (
        <NotificationBox tone="warning">{t('crypto.warning', { asset, network })}</NotificationBox>
      )}
      {pay_address !== null && <QrCode text={payment_uri ?? pay_address} label={t('crypto.qr')} />}
      <DetailList
        items={[
          copied(
            t('crypto.amount'),
            crypto.due_amount ?? crypto.pay_amount,
            (amount) => `${quantity(amount)} ${asset}`,
          ),
          copied(t('crypto.address'), pay_address),
          copied(t('crypto.memo'), crypto.memo),
        ]}
      />
      <Inline>
        {isWalletAddress(payment_uri) && (
          <LinkButton external href={payment_uri} theme="outline" size="medium">
            {t('crypto.openWallet')}
          </LinkButton>
        )}
        {isWebAddress(checkout_url) && (
          <LinkButton
            external
            href={checkout_url}
            target="_blank"
            rel="noopener noreferrer"
            size="medium"
            iconEnd="external"
          >
            {t('crypto.checkout')}
          </LinkButton>
        )}
      </Inline>
    </div>
  );
}

/** What was agreed and what has arrived. */
function CryptoFigures({ payment, crypto }: CryptoPaymentProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { quantity } = useDecimalFormat();
  const asset = crypto.pay_currency?.toUpperCase() ?? '';
  const inAsset = (amount: string) => `${quantity(amount)} ${asset}`;
  const money = (amount: string) => <Money amount={amount} currency={payment.currency} />;
  const ifSome = (amount: string | null) => (isSome(amount) ? amount : null);
  return (
    <DetailList
      items={[
        detail(t('result.number'), payment.number),
        detail(t('result.credit'), payment.amount, money),
        detail(t('result.gross'), payment.gross_amount, money),
        detail(t('crypto.network'), crypto.network_title ?? crypto.network),
        detail(t('crypto.rate'), crypto.rate, (rate) =>
          t('crypto.rateOf', { currency: payment.currency.toUpperCase(), rate: inAsset(rate) }),
        ),
        detail(t('crypto.networkFee'), ifSome(crypto.network_fee), inAsset),
        detail(t('crypto.received'), crypto.received_amount, inAsset),
        detail(t('crypto.unconfirmed'), ifSome(crypto.unconfirmed_amount), inAsset),
        detail(t('crypto.fee'), ifSome(payment.fee_amount), money),
        detail(t('result.credited'), ifSome(payment.credited), money),
      ]}
    />
  );
}

/** A link of another kind (`javascript:`) is not offered. */
function isWebAddress(url: string | null): url is string {
  return url?.startsWith('https://') ?? false;
}

function isWalletAddress(uri: string | null): uri is string {
  return /^(?:bitcoin|litecoin|monero|lightning|ethereum|tron):/.test(uri ?? '');
}
