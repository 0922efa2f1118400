import type { Payment } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Card, DateTime, type Detail, DetailList, Inline, Stack, TextLink } from '@portal/shared/ui';
import { Copyable } from '../../copyable/copyable.tsx';
import { paths } from '../../paths.ts';
import { HowToPay } from './how-to-pay.tsx';
import { PaymentAmounts } from './payment-amounts.tsx';
import { PaymentStatus } from './payment-status.tsx';
import { useContactSupport } from './use-contact-support.ts';
import { usePaymentDocuments } from './use-payment-documents.ts';
import { usePaymentWords } from './use-payment-words.ts';

/** Everything there is to know of one payment. */
export function PaymentDetails({ payment }: { payment: Payment }) {
  const { t } = useTranslation('financesPayments');
  const words = usePaymentWords();
  const contact = useContactSupport(payment);
  const { documents, isSaving } = usePaymentDocuments(payment);
  const facts: (Detail | null)[] = [
    { term: t('columns.status'), description: <PaymentStatus payment={payment} /> },
    { term: t('details.type'), description: words.type(payment) },
    { term: t('columns.method'), description: words.method(payment) },
    { term: t('columns.service'), description: words.service(payment) },
    when(payment.description, t('details.descriptionText')),
    when(payment.note, t('details.note')),
    payment.reference === null
      ? null
      : {
          term: t('details.reference'),
          description: <Copyable text={payment.reference} label={t('details.copyReference')} />,
        },
    { term: t('details.id'), description: payment.payment_id },
  ];
  const moments: (Detail | null)[] = [
    moment(payment.created, t('columns.created')),
    moment(payment.status_updated, t('details.statusUpdated')),
    moment(payment.completed, t('details.completed')),
    moment(payment.expires_at, t('details.expires')),
    payment.due_date === null
      ? null
      : { term: t('details.due'), description: <DateTime value={payment.due_date} show="date" /> },
  ];
  return (
    <Stack gap="6">
      <HowToPay payment={payment} />
      <DetailList items={facts} />
      <Card title={t('details.money')} headingLevel={3}>
        <PaymentAmounts payment={payment} />
      </Card>
      <Card title={t('details.times')} headingLevel={3}>
        <DetailList items={moments} />
      </Card>
      <Card title={t('details.documents')} headingLevel={3}>
        <Stack gap="2">
          {documents.length === 0 && <p>{t('details.noDocuments')}</p>}
          {documents.map(({ url, title, save }) => (
            <Inline key={url}>
              <Button theme="outline" size="medium" icon="download" loading={isSaving} onClick={save}>
                {t('actions.download', { document: title })}
              </Button>
            </Inline>
          ))}
          {payment.monthly_vat_invoice_id && (
            <TextLink href={paths.monthlyVatInvoice(payment.monthly_vat_invoice_id)}>
              {t('details.openVatInvoice')}
            </TextLink>
          )}
        </Stack>
      </Card>
      {payment.actions.includes('cancel') && <p>{t('details.cancelText')}</p>}
      {contact && (
        <Inline>
          <Button theme="outline" size="medium" icon="headset" onClick={contact}>
            {t('actions.contact')}
          </Button>
        </Inline>
      )}
    </Stack>
  );
}

function when(text: string | null, term: string): Detail | null {
  return text === null || text === '' ? null : { term, description: text };
}

function moment(value: string | null, term: string): Detail | null {
  return value === null ? null : { term, description: <DateTime value={value} seconds /> };
}
