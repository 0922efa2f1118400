import { Card } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

/** Totals side by side above a list, as many on a line as fit. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card aria-label={label}>
      <div className={classes['figures']}>{children}</div>
    </Card>
  );
}
