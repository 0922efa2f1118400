import { useEffect, useState } from 'react';

/** Counts down whole seconds from `initial`, or from the number last passed to `start`; stops at 0. */
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
