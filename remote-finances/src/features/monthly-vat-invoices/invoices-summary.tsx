import type { MonthlyVatInvoicesPage } from '@portal/contract/monthly-vat-invoices';
import { useTranslation } from '@portal/shared/i18n';
import { Card, Grid, Money, Stack, Stat } from '@portal/shared/ui';

/** What the listed invoices come to, each currency by itself. */
export function InvoicesSummary({ totals }: { totals: MonthlyVatInvoicesPage['summary'] }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  if (totals.length === 0) return null;
  return (
    <Card title={t('summary.title')}>
      <Stack>
        {totals.map(({ currency, count, net_amount, tax_amount, gross_amount }) => (
          <Grid key={currency} columns="s">
            <Stat
              size="small"
              label={t('summary.net')}
              value={<Money amount={net_amount} currency={currency} />}
              hint={t('count', { count })}
            />
            <Stat
              size="small"
              label={t('summary.vat')}
              value={<Money amount={tax_amount} currency={currency} />}
            />
            <Stat
              size="small"
              label={t('summary.gross')}
              value={<Money amount={gross_amount} currency={currency} />}
            />
          </Grid>
        ))}
      </Stack>
    </Card>
  );
}
