import { useEffect, useState } from 'react';

/** Whole seconds until a moment that is `start`ed, from `initial` seconds on; 0 once it has come. */
export function useCountdown(initial: number): [seconds: number, start: (seconds: number) => void] {
  const [seconds, start] = useState(initial);
  // In step with the clock.
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => start(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, start];
}
