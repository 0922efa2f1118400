import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/index.ts';
import { Icon } from '../icon/icon.tsx';
import { NotificationBox } from './notification-box.tsx';
import classes from './states.module.css';

interface QueryWaitProps {
  /** The refusal; a new one starts the wait again. */
  error: unknown;
  /** Seconds until the server accepts the request again. */
  seconds: number;
  onRetry: () => unknown;
  compact: boolean;
}

/** A query that the server refused because the customer requested too much: counts down, then repeats the query. */
export function QueryWait({ error, seconds, onRetry, compact }: QueryWaitProps) {
  const { t } = useTranslation('common');
  const { duration } = useFormat();
  const [left, setLeft] = useState(seconds);

  // In step with the server, which states when it will answer. Two refusals in a row may state the same time.
  useEffect(() => {
    setLeft(seconds);
    const clock = setInterval(() => setLeft((value) => Math.max(0, value - 1)), 1000);
    const timer = setTimeout(() => void onRetry(), seconds * 1000);
    return () => {
      clearInterval(clock);
      clearTimeout(timer);
    };
  }, [error, seconds, onRetry]);

  const text = t('ui.busyText', { time: duration(left).replace(/^0:/, '') });
  if (compact) return <NotificationBox>{text}</NotificationBox>;
  return (
    <div className={classes.state}>
      <span className={classes.medallion}>
        <Icon name="info" size="xl" />
      </span>
      {/* Only the title is announced: the text changes every second. */}
      <p className={classes.title} role="status">
        {t('ui.busyTitle')}
      </p>
      <div className={classes.text}>{text}</div>
    </div>
  );
}
