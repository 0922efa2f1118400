import { type Payment, type PaymentDocument, paymentDocumentKinds } from '@portal/contract/payments';
import { isOneOf } from '@portal/contract/response-member';
import { requestFile } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Inline } from '@portal/shared/ui';
import { useSaveDocument } from './use-save-document.ts';

/** A payment's documents, each with its title and a function that saves it. */
export function usePaymentDocuments(payment: Payment) {
  const { t } = useTranslation('financesPayments');
  const { save, isSaving } = useSaveDocument();
  // A kind of a later server is shown as it is.
  const nameOf = ({ kind }: PaymentDocument) =>
    isOneOf(paymentDocumentKinds, kind) ? t(`document.${kind}`) : kind;
  const documents = payment.documents.map((document) => {
    const name = nameOf(document);
    const title = document.number ? `${name} ${document.number}` : name;
    return {
      url: document.url,
      title,
      save: () =>
        void save({
          fileName: `${document.kind}_${document.number ?? payment.payment_id}.${endingOf(document.mime)}`,
          load: () => requestFile(document.url, document.mime),
          failure: (reason) => t('actions.downloadFailed', { document: title, reason }),
        }),
    };
  });
  return { documents, isSaving };
}

/** A button for each document of a payment. */
export function DocumentButtons({ payment }: { payment: Payment }) {
  const { t } = useTranslation('financesPayments');
  const { documents, isSaving } = usePaymentDocuments(payment);
  return documents.map(({ url, title, save }) => (
    <Inline key={url}>
      <Button theme="outline" size="medium" icon="download" loading={isSaving} onClick={save}>
        {t('actions.download', { document: title })}
      </Button>
    </Inline>
  ));
}

function endingOf(mime: string): string {
  return /^[a-z]+\/([a-z0-9]{2,5})$/.exec(mime)?.[1] ?? 'bin';
}
