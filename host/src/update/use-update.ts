import { useEffect } from 'react';
import { create } from 'zustand';
import { findUpdate } from './find-update.ts';

/** Milliseconds between two looks at the composition, and at least between two whatever the customer does. */
const interval = 5 * 60_000;
const leastInterval = 60_000;

interface UpdateState {
  /** Number of a composition that a reload would bring. */
  available: number | null;
  /** The one that the customer does not want to hear of. */
  dismissed: number | null;
  /** Milliseconds since the epoch. The page itself came with the composition of its time. */
  checkedAt: number;
}

const useUpdateState = create<UpdateState>(() => ({
  available: null,
  dismissed: null,
  checkedAt: performance.timeOrigin,
}));

/** Looks for other releases than this page's while it is open: only while it is seen and the device is online. */
export function useUpdate(): { isAvailable: boolean; dismiss: () => void } {
  const { available, dismissed } = useUpdateState();
  // In step with the clock and with what the browser tells of window and network.
  useEffect(() => {
    const timer = setInterval(() => check(interval), leastInterval);
    const onReturn = () => check(leastInterval);
    window.addEventListener('focus', onReturn);
    window.addEventListener('online', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    check(interval);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', onReturn);
      window.removeEventListener('online', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, []);
  return {
    isAvailable: available !== null && available !== dismissed,
    dismiss: () => useUpdateState.setState({ dismissed: available }),
  };
}

function check(age: number): void {
  const now = Date.now();
  if (document.visibilityState !== 'visible' || !navigator.onLine) return;
  if (now - useUpdateState.getState().checkedAt < age) return;
  useUpdateState.setState({ checkedAt: now });
  findUpdate().then(
    (available) => useUpdateState.setState({ available }),
    // The next look may succeed, and what is offered stands.
    () => undefined,
  );
}
