import { Card, Grid } from '@portal/shared/ui';
import type { ReactNode } from 'react';

/** Totals side by side above a list, as many on a line as fit. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card aria-label={label}>
      <Grid columns="xs">{children}</Grid>
    </Card>
  );
}
