import type { CryptoDetails, Payment } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { DateTime, type Detail, DetailList, LinkButton, Money, NotificationBox } from '@portal/shared/ui';
import { Copyable } from '../../copyable/copyable.tsx';
import { useDecimalFormat } from '../../decimal/use-decimal-format.ts';

interface CryptoResultProps {
  payment: Payment;
  crypto: CryptoDetails;
}

/** The crypto payment: the hosted page, or the address and the exact amount. */
export function CryptoResult({ payment, crypto }: CryptoResultProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const decimals = useDecimalFormat();
  const asset = crypto.pay_currency?.toUpperCase() ?? '';
  const network = crypto.network_title ?? crypto.network;
  const expires = crypto.expires_at ?? payment.expires_at;

  function copied(term: string, text: string | null, shown?: string): Detail | null {
    if (text === null) return null;
    return {
      term,
      description: (
        <Copyable text={text} label={t('result.copy', { what: term })}>
          {shown}
        </Copyable>
      ),
    };
  }
  function plain(term: string, text: string | null): Detail | null {
    return text === null ? null : { term, description: text };
  }
  const amount = crypto.pay_amount && `${decimals.quantity(crypto.pay_amount)} ${asset}`;
  return (
    <>
      {asset !== '' && network !== null && (
        <NotificationBox tone="warning">{t('crypto.warning', { asset, network })}</NotificationBox>
      )}
      <DetailList
        items={[
          plain(t('result.number'), payment.number),
          {
            term: t('result.credit'),
            description: <Money amount={payment.amount} currency={payment.currency} />,
          },
          plain(t('crypto.network'), network),
          copied(t('crypto.address'), crypto.pay_address),
          copied(t('crypto.memo'), crypto.memo),
          copied(t('crypto.amount'), crypto.pay_amount, amount ?? undefined),
          plain(t('crypto.rate'), crypto.rate && decimals.quantity(crypto.rate)),
          plain(
            t('crypto.networkFee'),
            crypto.network_fee && `${decimals.quantity(crypto.network_fee)} ${asset}`,
          ),
          expires !== null && {
            term: t('crypto.expires'),
            description: <DateTime value={expires} seconds />,
          },
          crypto.confirmations !== null &&
            crypto.confirmations_required !== null && {
              term: t('crypto.confirmations'),
              description: t('crypto.confirmationsOf', {
                done: crypto.confirmations,
                required: crypto.confirmations_required,
              }),
            },
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

/** A link of any other kind (`javascript:`) is not offered. */
function isWebAddress(url: string | null): url is string {
  return url?.startsWith('https://') ?? false;
}
