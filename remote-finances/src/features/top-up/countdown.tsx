import { serverNow, useTranslation } from '@portal/shared/i18n';
import { VisuallyHidden } from '@portal/shared/ui';
import { useEffect, useState } from 'react';
import classes from './crypto-payment.module.css';

/** Minutes before the end at which the time is announced. */
const announced = [5, 1];

/** Milliseconds until a moment of the server, updated every second; never negative. */
export function useTimeLeft(until: string | null): number | null {
  const [nowMs, setNowMs] = useState(() => serverNow().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow().getTime()), 1000);
    return () => clearInterval(timer);
  }, []);
  return until === null ? null : Math.max(0, Date.parse(until) - nowMs);
}

/** The time that is left to pay. It is shown each second, and announced only when little is left. */
export function Countdown({ leftMs }: { leftMs: number }) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const seconds = Math.ceil(leftMs / 1000);
  const minutes = announced.findLast((one) => seconds <= one * 60);
  return (
    <>
      <span
        role="timer"
        aria-live="off"
        className={classes.countdown}
        data-urgent={minutes !== undefined || undefined}
      >
        {t('crypto.left', { time: clockOf(seconds) })}
      </span>
      <VisuallyHidden>
        <span role="status">
          {minutes !== undefined && seconds > 0 && t('crypto.minutesLeft', { count: minutes })}
        </span>
      </VisuallyHidden>
    </>
  );
}

/** `19:04`, with hours `1:09:04`. */
function clockOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
