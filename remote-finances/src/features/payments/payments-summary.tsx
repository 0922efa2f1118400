import type { PaymentsTotal } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { Card, Grid, Money, Stack, Stat } from '@portal/shared/ui';

/** What the listed payments come to, each currency by itself. */
export function PaymentsSummary({ totals }: { totals: readonly PaymentsTotal[] }) {
  const { t } = useTranslation('financesPayments');
  if (totals.length === 0) return null;
  return (
    <Card title={t('summary.title')}>
      <Stack>
        {totals.map(({ currency, count, paid, pending }) => (
          <Grid key={currency} columns="s">
            <Stat
              size="small"
              label={t('summary.paid')}
              value={<Money amount={paid} currency={currency} />}
              hint={t('count', { count })}
            />
            <Stat
              size="small"
              label={t('summary.pending')}
              value={<Money amount={pending} currency={currency} />}
            />
          </Grid>
        ))}
      </Stack>
    </Card>
  );
}
