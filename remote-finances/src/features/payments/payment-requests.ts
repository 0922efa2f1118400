import type { Payment, PaymentsPage, PaymentsQuery } from '@portal/contract/payments';
import { listPayments } from '@portal/contract/payments';
import {
  endpointQuery,
  keepPreviousData,
  requestFile,
  type UseQueryResult,
  useQuery,
} from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import { useSaveDocument } from '../../use-save-document.ts';
import { usePaymentWords } from './use-payment-words.ts';

/** One page of payments. */
export function usePayments(query: PaymentsQuery): UseQueryResult<PaymentsPage> {
  return useQuery({ ...endpointQuery(listPayments, { query }), placeholderData: keepPreviousData });
}

/** A payment's documents, each with its title and a function that saves it. */
export function usePaymentDocuments(payment: Payment) {
  const { t } = useTranslation('financesPayments');
  const words = usePaymentWords();
  const { save, isSaving } = useSaveDocument();
  const documents = payment.documents.map((document) => {
    const name = words.document(document);
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

function endingOf(mime: string): string {
  return /^[a-z]+\/([a-z0-9]{2,5})$/.exec(mime)?.[1] ?? 'bin';
}
