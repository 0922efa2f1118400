import { isOneOf } from '@portal/contract/response-member';
import { serviceTypes } from '@portal/contract/services';
import { getStatement, type Movement, movementKinds, type StatementFilter } from '@portal/contract/statement';
import { endpointQuery, keepPreviousData, useQuery } from '@portal/shared/api';
import { useFormat, useTranslation } from '@portal/shared/i18n';

/** A page of the statement; the previous page stays on the screen until it has loaded. */
export function useStatement(query: StatementFilter) {
  return useQuery({ ...endpointQuery(getStatement, { query }), placeholderData: keepPreviousData });
}

/** The words of a movement in the customer's language; a kind of a later server is shown as it is. */
export function useStatementWords() {
  const { t } = useTranslation('financesStatement');
  const { date } = useFormat();
  return {
    kind: (kind: string) => (isOneOf(movementKinds, kind) ? t(`kind.${kind}`) : kind),
    service: (type: string) => (isOneOf(serviceTypes, type) ? t(`service.${type}`) : type),
    /** The records that were charged together, what an invoice charges, or the day of the event if it is another one. */
    detail: ({ kind, usage, rental, occurred, booked }: Movement): string | null => {
      if (kind === 'invoice') return t('invoiceText');
      if (rental !== null)
        return `${rental.number}, ${date(rental.period_start)} – ${date(rental.period_end)}`;
      if (usage !== null) {
        const [first, last] = [date(usage.first_record), date(usage.last_record)];
        const period = first === last ? first : `${first} – ${last}`;
        return `${t('records', { count: usage.records })}, ${period}`;
      }
      return date(occurred) === date(booked) ? null : t('occurred', { date: date(occurred) });
    },
  };
}
