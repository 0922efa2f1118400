import type { Payment } from '@portal/contract/payments';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import {
  Button,
  Card,
  Copyable,
  DateTime,
  DetailList,
  detail,
  Inline,
  Loader,
  NotificationBox,
  RowDrawer,
  Stack,
  TextLink,
} from '@portal/shared/ui';
import { Suspense } from 'react';
import { BankDetailsCard } from '../../bank-details-card.tsx';
import { BankStatus } from '../../bank-status.tsx';
import { paths, sidebars } from '../../paths.ts';
import { DocumentButtons } from '../../payment-documents.tsx';
import { useContactSupport } from './payment-actions.tsx';
import { PaymentAmounts } from './payment-amounts.tsx';
import classes from './payments.module.css';
import { PaymentStatus } from './payments-columns.tsx';
import { usePaymentWords } from './use-payments.ts';

interface PaymentDrawerProps {
  /** Absent while the list is loading, or when the URL names a payment that is not in it. */
  payment: Payment | undefined;
  isLoading: boolean;
  onCancel: (payment: Payment) => void;
  onClose: () => void;
}

/** The details of the open row. */
export function PaymentDrawer({ payment, isLoading, onCancel, onClose }: PaymentDrawerProps) {
  const { t } = useTranslation('financesPayments');
  const title = payment?.number ? t('details.title', { number: payment.number }) : t('details.untitled');
  return (
    <RowDrawer isOpen title={title} row={payment} isLoading={isLoading} onClose={onClose}>
      {(shown) => <PaymentDetails payment={shown} onCancel={() => onCancel(shown)} />}
    </RowDrawer>
  );
}

function PaymentDetails({ payment, onCancel }: { payment: Payment; onCancel: () => void }) {
  const { t } = useTranslation('financesPayments');
  const words = usePaymentWords();
  const contact = useContactSupport(payment);
  const moment = (value: string) => <DateTime value={value} seconds />;
  return (
    <Stack gap="6">
      <HowToPay payment={payment} />
      <DetailList
        items={[
          { term: t('columns.status'), description: <PaymentStatus payment={payment} /> },
          { term: t('details.type'), description: words.type(payment) },
          { term: t('columns.method'), description: words.method(payment) },
          { term: t('columns.service'), description: words.service(payment) },
          detail(t('details.descriptionText'), payment.description || null),
          detail(t('details.note'), payment.note || null),
          detail(t('details.reference'), payment.reference, (reference) => (
            <Copyable text={reference} label={t('details.copyReference')} />
          )),
          { term: t('details.id'), description: payment.payment_id },
        ]}
      />
      <PaymentAmounts payment={payment} />
      <Card title={t('details.times')} headingLevel={3}>
        <DetailList
          items={[
            detail(t('columns.created'), payment.created, moment),
            detail(t('details.completed'), payment.completed, moment),
            detail(t('details.expires'), payment.expires_at, moment),
            detail(t('details.due'), payment.due_date, (day) => <DateTime value={day} show="date" />),
          ]}
        />
      </Card>
      <PaymentHistory payment={payment} />
      <PaymentDocuments payment={payment} />
      <Inline>
        {payment.actions.includes('cancel') && (
          <Button theme="outline" size="medium" icon="close" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
        )}
        {contact && (
          <Button theme="outline" size="medium" icon="headset" onClick={contact}>
            {t('actions.contact')}
          </Button>
        )}
      </Inline>
    </Stack>
  );
}

/** Where a bank transfer stands, and what is left to do for a payment that awaits its money. */
function HowToPay({ payment }: { payment: Payment }) {
  const { payment_id, number, bank_details, actions, method, type, status } = payment;
  const { t } = useTranslation('financesPayments');
  const sidebar = useSidebar();
  if (method === 'bank_transfer' && type === 'top_up') {
    // The texts are those of the top-up; the list stays on the screen while they load.
    return (
      <Suspense fallback={<Loader />}>
        <BankStatus payment={payment} due={bank_details?.amount ?? null} />
        {bank_details !== null && <BankDetailsCard bank={bank_details} />}
      </Suspense>
    );
  }
  if (method !== 'crypto' || !actions.includes('resume')) return null;
  // The whole amount has been seen.
  const isSent = status === 'processing';
  const resume = (
    <Button size="medium" icon="wallet" onClick={() => sidebar.open(sidebars.topUp, { payment_id })}>
      {isSent ? t('actions.followNumber', { number: number ?? payment_id }) : t('details.resume')}
    </Button>
  );
  return (
    <NotificationBox title={isSent ? t('status.processing') : t('details.payTitle')} actions={resume}>
      {isSent ? t('details.confirmingText') : t('details.cryptoText')}
    </NotificationBox>
  );
}

/** Every state of the payment with its time, the latest first. */
function PaymentHistory({ payment: { states } }: { payment: Payment }) {
  const { t } = useTranslation('financesPayments');
  return (
    <Card title={t('details.history')} headingLevel={3}>
      <ol className={classes.history}>
        {states.toReversed().map((state) => (
          <li key={`${state.since} ${state.status}`}>
            <PaymentStatus payment={state} />
            <DateTime value={state.since} seconds />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function PaymentDocuments({ payment }: { payment: Payment }) {
  const { t } = useTranslation('financesPayments');
  return (
    <Card title={t('details.documents')} headingLevel={3}>
      <Stack gap="2">
        {payment.documents.length === 0 && !payment.monthly_vat_invoice_id && (
          <p>{t('details.noDocuments')}</p>
        )}
        <DocumentButtons payment={payment} />
        {payment.monthly_vat_invoice_id && (
          <TextLink href={paths.monthlyVatInvoice(payment.monthly_vat_invoice_id)}>
            {t('details.openVatInvoice')}
          </TextLink>
        )}
      </Stack>
    </Card>
  );
}
