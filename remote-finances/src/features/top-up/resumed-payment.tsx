import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, EmptyState, FormActions, QueryFallback, Stack, TextLink } from '@portal/shared/ui';
import { paths, sidebars } from '../../paths.ts';
import { CryptoPayment } from './crypto-payment.tsx';
import { BankTransferResult } from './top-up-result.tsx';
import { usePayment } from './use-payment.ts';

/** A payment that was created before: in another tab, before a reload, or from the list. */
export function ResumedPayment({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { open, close } = useSidebar();
  const payment = usePayment(paymentId);
  if (payment.data === undefined) return <QueryFallback query={payment} />;
  const { payment: shown, crypto } = payment.data;
  const again = () => open(sidebars.topUp, shown.service_id === null ? {} : { service_id: shown.service_id });
  return (
    <Stack gap="6">
      {crypto !== null ? (
        <CryptoPayment payment={shown} crypto={crypto} />
      ) : shown.method === 'bank_transfer' ? (
        <BankTransferResult payment={shown} bank={shown.bank_details} />
      ) : (
        <EmptyState title={t('crypto.nothing')} />
      )}
      <p>
        <TextLink href={paths.payments()}>{t('result.payments')}</TextLink>
      </p>
      <FormActions>
        <Button onClick={close}>{t('result.close')}</Button>
        <Button theme="outline" onClick={again}>
          {t('result.another')}
        </Button>
      </FormActions>
    </Stack>
  );
}
