import type { Movement } from '@portal/contract/statement';
import { useTranslation } from '@portal/shared/i18n';
import { type Column, DateTime, Money, TextLink, TwoLineCell } from '@portal/shared/ui';
import { useMemo } from 'react';
import { paths } from '../../paths.ts';
import { useStatementWords } from './use-statement.ts';

interface CellProps {
  movement: Movement;
}

// A sortable column's id is the field of the order.
const columns = [
  {
    id: 'line',
    key: 'booked',
    cell: (movement: Movement) => <DateTime value={movement.booked} />,
    sortable: true,
  },
  {
    id: 'kind',
    key: 'movement',
    cell: (movement: Movement) => <MovementKind movement={movement} />,
    primary: true,
    wrap: true,
  },
  { id: 'document', key: 'document', cell: (movement: Movement) => <MovementLink movement={movement} /> },
  {
    id: 'amount',
    key: 'amount',
    cell: ({ amount, currency }: Movement) => <Money amount={amount} currency={currency} rate />,
    align: 'end',
  },
  {
    id: 'balance',
    key: 'balance',
    cell: ({ balance_after, currency }: Movement) => (
      <Money amount={balance_after} currency={currency} rate markNegative />
    ),
    align: 'end',
  },
] as const;

/** The columns of the statement, with their headers in the customer's language. */
export function useStatementColumns(): readonly Column<Movement>[] {
  const { t } = useTranslation('financesStatement');
  return useMemo(
    () => columns.map(({ key, ...column }) => ({ ...column, header: t(`columns.${key}`) })),
    [t],
  );
}

function MovementKind({ movement }: CellProps) {
  const words = useStatementWords();
  return (
    <TwoLineCell detail={words.detail(movement)} width="l">
      {words.kind(movement.kind)}
    </TwoLineCell>
  );
}

/** A link to the document or the payment that the line books. */
function MovementLink({ movement: { document, payment } }: CellProps) {
  if (document !== null)
    return (
      <TextLink href={paths.monthlyVatInvoice(document.monthly_vat_invoice_id)}>{document.number}</TextLink>
    );
  if (payment === null) return '–';
  return <TextLink href={paths.payment(payment)}>{payment.number ?? payment.payment_id}</TextLink>;
}
