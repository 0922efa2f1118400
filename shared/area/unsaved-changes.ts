import { createContext, useCallback, useContext, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { create } from 'zustand';

/** Where a form is: leaving a page and closing a sidebar discard different forms. */
type SlotKind = 'page' | 'sidebar';

const SlotKindContext = createContext<SlotKind>('page');

/** A sidebar wraps its content in `<SlotKindProvider value="sidebar">`. */
export const SlotKindProvider = SlotKindContext.Provider;

interface UnsavedChangesState {
  /** The forms with unsaved changes, each under a key of its own. */
  forms: ReadonlyMap<symbol, SlotKind>;
}

const useUnsavedForms = create<UnsavedChangesState>()(() => ({ forms: new Map() }));

/**
 * Registers the form of this page or sidebar while it has unsaved changes: leaving it inside the portal asks first
 * (see useLeaveQuestion), and the browser asks before the tab closes.
 */
export function useUnsavedChanges(isDirty: boolean): void {
  const kind = useContext(SlotKindContext);
  // Synchronizes with the browser's `beforeunload` question and with the list of forms.
  useEffect(() => {
    if (!isDirty) return;
    const key = Symbol('form');
    updateForms((forms) => forms.set(key, kind));
    globalThis.addEventListener('beforeunload', askBrowser);
    return () => {
      updateForms((forms) => forms.delete(key));
      globalThis.removeEventListener('beforeunload', askBrowser);
    };
  }, [isDirty, kind]);
}

/** Discards all unsaved changes, so that no question delays leaving: after the session has ended, for example. */
export function discardUnsavedChanges(): void {
  updateForms((forms) => forms.clear());
}

/** Whether a form of this kind has unsaved changes; without a kind, whether any form has. */
export function hasUnsavedChanges(kind?: SlotKind): boolean {
  const kinds = [...useUnsavedForms.getState().forms.values()];
  return kind === undefined ? kinds.length > 0 : kinds.includes(kind);
}

export interface LeaveQuestion {
  /** Whether a navigation waits for the customer's decision. */
  isAsked: boolean;
  stay: () => void;
  leave: () => void;
}

/** Blocks a navigation that would lose unsaved changes. Only the layout uses it: a router supports one blocker. */
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

function askBrowser(event: BeforeUnloadEvent): void {
  // The changes may have been discarded since the listener was added.
  if (hasUnsavedChanges()) event.preventDefault();
}

function updateForms(change: (forms: Map<symbol, SlotKind>) => void): void {
  const forms = new Map(useUnsavedForms.getState().forms);
  change(forms);
  useUnsavedForms.setState({ forms });
}
