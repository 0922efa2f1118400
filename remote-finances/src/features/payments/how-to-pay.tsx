import type { Payment } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { Loader, NotificationBox } from '@portal/shared/ui';
import { Suspense } from 'react';
import { BankDetailsCard } from '../../bank-transfer/bank-details-card.tsx';

/** What is left to do for a payment that awaits its money; nothing for others. */
export function HowToPay({ payment: { bank_details, actions, method } }: { payment: Payment }) {
  const { t } = useTranslation('financesPayments');
  if (bank_details !== null) {
    // The card's texts are those of the top-up; the list does not disappear while they are loaded.
    return (
      <Suspense fallback={<Loader />}>
        <BankDetailsCard bank={bank_details} />
      </Suspense>
    );
  }
  if (method !== 'crypto' || !actions.includes('resume')) return null;
  return <NotificationBox title={t('details.payTitle')}>{t('details.cryptoText')}</NotificationBox>;
}
