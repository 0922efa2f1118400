import type { ShownToken } from '@portal/contract/api-tokens';
import { useEffect, useState } from 'react';

/** `primary` is the token in use, `secondary` the one that is to replace it. */
export type WhichToken = 'primary' | 'secondary';

export interface TokenDisplay {
  /** The token on the screen, and the seconds until it is hidden. */
  shown: { which: WhichToken; token: string; seconds: number } | null;
  show: (which: WhichToken, response: ShownToken) => void;
  hide: () => void;
}

/** Holds a shown token until its time is over, only in this component's memory. */
export function useShownToken(): TokenDisplay {
  const [shown, setShown] = useState<{ which: WhichToken; token: string; untilMs: number } | null>(null);
  const [nowMs, setNowMs] = useState(0);

  // The token is hidden when its time is over, and when the page is hidden.
  useEffect(() => {
    if (shown === null) return;
    const hide = () => setShown(null);
    const tick = () => (Date.now() >= shown.untilMs ? hide() : setNowMs(Date.now()));
    const timer = setInterval(tick, 250);
    document.addEventListener('visibilitychange', hide);
    globalThis.addEventListener('pagehide', hide);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', hide);
      globalThis.removeEventListener('pagehide', hide);
    };
  }, [shown]);

  return {
    shown: shown && {
      which: shown.which,
      token: shown.token,
      seconds: Math.ceil((shown.untilMs - nowMs) / 1000),
    },
    show: (which, { token, hide_after_seconds }) => {
      const startMs = Date.now();
      setNowMs(startMs);
      setShown({ which, token, untilMs: startMs + hide_after_seconds * 1000 });
    },
    hide: () => setShown(null),
  };
}
