import type { ProfileUpdate } from '@portal/contract/profile';
import { useState } from 'react';

export interface LockQuestion {
  /** What is about to be set for good; null while nothing is asked. */
  changes: ProfileUpdate | null;
  /** Resolves to whether the customer agrees. */
  ask: (changes: ProfileUpdate) => Promise<boolean>;
  answer: (isAgreed: boolean) => void;
}

/** Asks before something is saved that only support can change afterwards. */
export function useLockQuestion(): LockQuestion {
  const [asked, setAsked] = useState<{ changes: ProfileUpdate; answer: (isAgreed: boolean) => void } | null>(
    null,
  );
  return {
    changes: asked?.changes ?? null,
    ask: (changes) => new Promise((resolve) => setAsked({ changes, answer: resolve })),
    answer: (isAgreed) => {
      asked?.answer(isAgreed);
      setAsked(null);
    },
  };
}
