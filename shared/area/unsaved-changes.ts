import { createContext, useCallback, useContext, useEffect } from 'react';
import { type BlockerFunction, type Location, useBlocker, useLocation } from 'react-router-dom';
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

/** Discards the unsaved changes of the forms of this kind; without a kind, of all forms, after the session has ended for example. */
export function discardUnsavedChanges(kind?: SlotKind): void {
  updateForms((forms) => {
    for (const [key, other] of forms) if (kind === undefined || kind === other) forms.delete(key);
  });
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
  const location = useLocation();
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      isAnyDirty && kindsLeft(currentLocation, nextLocation).some(hasUnsavedChanges),
    [isAnyDirty],
  );
  const blocker = useBlocker(shouldBlock);
  return {
    isAsked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => {
      if (blocker.state !== 'blocked') return;
      // The changes of the page below a closing sidebar remain.
      for (const kind of kindsLeft(location, blocker.location)) discardUnsavedChanges(kind);
      blocker.proceed();
    },
  };
}

/** Whose forms a navigation removes. */
function kindsLeft(from: Location, to: Location): SlotKind[] {
  const left: SlotKind[] = [];
  if (from.pathname !== to.pathname) left.push('page');
  if (sidebarOf(from.search) !== sidebarOf(to.search)) left.push('sidebar');
  return left;
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
