import { useCallback } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { discardUnsavedChanges, hasUnsavedChanges, useUnsavedForms } from './unsaved-changes-store.ts';

export interface LeaveQuestion {
  /** A navigation waits for the customer's answer. */
  isAsked: boolean;
  stay: () => void;
  leave: () => void;
}

/**
 * Holds a navigation that would lose unsaved changes. The layout uses it once, since a router knows one blocker only,
 * and shows the question.
 */
export function useLeaveQuestion(): LeaveQuestion {
  const isAnyDirty = useUnsavedForms((state) => state.forms.size > 0);
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => {
      if (!isAnyDirty) return false;
      if (currentLocation.pathname !== nextLocation.pathname) return hasUnsavedChanges();
      const closesSidebar = sidebarOf(currentLocation.search) !== sidebarOf(nextLocation.search);
      return closesSidebar && hasUnsavedChanges('sidebar');
    },
    [isAnyDirty],
  );
  const blocker = useBlocker(shouldBlock);
  return {
    isAsked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => {
      discardUnsavedChanges();
      blocker.proceed?.();
    },
  };
}

function sidebarOf(search: string): string | null {
  return new URLSearchParams(search).get('sidebar');
}
