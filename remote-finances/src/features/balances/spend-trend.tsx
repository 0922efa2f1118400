import type { Service } from '@portal/contract/services';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { VisuallyHidden } from '@portal/shared/ui';
import { useId } from 'react';
import classes from './balances.module.css';

const slot = 20;
const bar = 12;
const height = 40;
/** Days without spending have a line, so that seven days are seen. */
const leastHeight = 1.5;

/** What was spent on each of the last seven days: bars, and the same figures as a list for screen readers. */
export function SpendTrend({ service }: { service: Service }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const { money, shortDate } = useFormat();
  const id = useId();
  const { spend_by_day: days, spend_today: today, currency } = service;
  if (days === null || days.length === 0) return null;
  const heightOf = (share: number) => Math.max(leastHeight, (share / 100) * height);
  const textOf = ({ date, amount }: (typeof days)[number]) =>
    t('plate.spentOn', {
      date: shortDate(date),
      amount: money(amount, currency, { rounding: 'halfExpand' }),
    });
  return (
    <figure className={classes.trend} aria-labelledby={id}>
      <svg
        viewBox={`0 0 ${days.length * slot} ${height}`}
        width={days.length * slot}
        height={height}
        aria-hidden="true"
      >
        {days.map((day, index) => (
          <g key={day.date}>
            <title>{textOf(day)}</title>
            <rect x={index * slot} width={slot} height={height} className={classes.slot} />
            <rect
              x={index * slot + (slot - bar) / 2}
              y={height - heightOf(day.share)}
              width={bar}
              height={heightOf(day.share)}
              rx={1}
              className={classes.bar}
              data-today={index === days.length - 1 || undefined}
            />
          </g>
        ))}
      </svg>
      <figcaption className={classes.note}>
        <span id={id}>{t('plate.trend')}</span>
        <br />
        {t('plate.spentToday', { amount: money(today, currency, { rounding: 'halfExpand' }) })}
      </figcaption>
      <VisuallyHidden>
        <ul>
          {days.map((day) => (
            <li key={day.date}>{textOf(day)}</li>
          ))}
        </ul>
      </VisuallyHidden>
    </figure>
  );
}
