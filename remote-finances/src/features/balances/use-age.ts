import { useFormat } from '@portal/shared/i18n';
import { useEffect, useState } from 'react';

const tickMs = 30_000;

/** How long ago a moment was, kept true while the page stays open. */
export function useAge(timestamp: string | null): string | null {
  const { relativeTime } = useFormat();
  const [now, setNow] = useState(() => new Date());
  // In step with the clock.
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  if (timestamp === null) return null;
  // A fresh answer is younger than the last tick.
  const latest = new Date(Math.max(now.getTime(), Date.parse(timestamp)));
  return relativeTime(timestamp, latest);
}
