import { createContext, useCallback, useContext, useEffect } from 'react';
import { type BlockerFunction, type Location, useBlocker, useLocation } from 'react-router-dom';
import { create } from 'zustand';

/** Where a form is: leaving a page, and closing a sidebar or the drawer of a row discard different forms. */
type SlotKind = 'page' | 'sidebar' | 'drawer';

const SlotKindContext = createContext<SlotKind>('page');

/** A sidebar wraps its content in `<SlotKindProvider value="sidebar">`, a drawer in one of its kind. */
export const SlotKindProvider = SlotKindContext.Provider;

/** What the customer is asked before a form is left, in the language on the screen. */
export interface LeaveTexts {
  title: string;
  text: string;
}

interface UnsavedForm {
  kind: SlotKind;
  /** Instead of the question about unsaved changes. */
  texts: LeaveTexts | undefined;
}

interface UnsavedChangesState {
  /** The forms with unsaved changes, each under a key of its own. */
  forms: ReadonlyMap<symbol, UnsavedForm>;
}

const useUnsavedForms = create<UnsavedChangesState>()(() => ({ forms: new Map() }));

/**
 * Registers the form of this page or sidebar while it has unsaved changes: leaving it inside the portal asks first
 * (see useLeaveQuestion), and the browser asks before the tab closes. `texts` replace the texts of the portal's question.
 */
export function useUnsavedChanges(isDirty: boolean, texts?: LeaveTexts): void {
  const kind = useContext(SlotKindContext);
  const { title, text } = texts ?? {};
  // Synchronizes with the browser's `beforeunload` question and with the list of forms.
  useEffect(() => {
    if (!isDirty) return;
    const key = Symbol('form');
    const own = title === undefined || text === undefined ? undefined : { title, text };
    updateForms((forms) => forms.set(key, { kind, texts: own }));
    globalThis.addEventListener('beforeunload', askBrowser);
    return () => {
      updateForms((forms) => forms.delete(key));
      globalThis.removeEventListener('beforeunload', askBrowser);
    };
  }, [isDirty, kind, title, text]);
}

/** Discards the unsaved changes of the forms of this kind; without a kind, of all forms, after the session has ended for example. */
export function discardUnsavedChanges(kind?: SlotKind): void {
  updateForms((forms) => {
    for (const [key, form] of forms) if (kind === undefined || kind === form.kind) forms.delete(key);
  });
}

/** Whether a form of this kind has unsaved changes; without a kind, whether any form has. */
export function hasUnsavedChanges(kind?: SlotKind): boolean {
  const forms = [...useUnsavedForms.getState().forms.values()];
  return kind === undefined ? forms.length > 0 : forms.some((form) => form.kind === kind);
}

export interface LeaveQuestion {
  /** Whether a navigation waits for the customer's decision. */
  isAsked: boolean;
  /** The texts of a form that would be lost; undefined if it has none. */
  texts: LeaveTexts | undefined;
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
  const left = blocker.state === 'blocked' ? kindsLeft(location, blocker.location) : [];
  return {
    isAsked: blocker.state === 'blocked',
    texts: textsOf(left),
    stay: () => blocker.reset?.(),
    leave: () => {
      // The changes of the page below a closing sidebar remain.
      for (const kind of left) discardUnsavedChanges(kind);
      blocker.proceed?.();
    },
  };
}

function textsOf(kinds: readonly SlotKind[]): LeaveTexts | undefined {
  const forms = [...useUnsavedForms.getState().forms.values()];
  return forms.find(({ kind, texts }) => texts !== undefined && kinds.includes(kind))?.texts;
}

/** Whose forms a navigation removes. */
function kindsLeft(from: Location, to: Location): SlotKind[] {
  const left: SlotKind[] = [];
  const isOther = (name: string) => parameterOf(name, from) !== parameterOf(name, to);
  if (from.pathname !== to.pathname) left.push('page', 'drawer');
  // A sidebar replaces the drawer from which it is opened.
  if (isOther('sidebar')) left.push('sidebar', 'drawer');
  if (isOther('row')) left.push('drawer');
  return left;
}

function parameterOf(name: string, { search }: Location): string | null {
  return new URLSearchParams(search).get(name);
}

function askBrowser(event: BeforeUnloadEvent): void {
  // The changes may have been discarded since the listener was added.
  if (hasUnsavedChanges()) event.preventDefault();
}

function updateForms(change: (forms: Map<symbol, UnsavedForm>) => void): void {
  const forms = new Map(useUnsavedForms.getState().forms);
  change(forms);
  useUnsavedForms.setState({ forms });
}
