import { create } from 'zustand';
import type { SlotKind } from './slot-kind.ts';

interface UnsavedChangesState {
  /** The forms with changes, by a key of their own. */
  forms: ReadonlyMap<symbol, SlotKind>;
}

/** Every form on the screen that holds changes which leaving would lose. */
export const useUnsavedForms = create<UnsavedChangesState>()(() => ({ forms: new Map() }));

/** Notes a form with changes; gives back the function that forgets it. */
export function addUnsavedForm(kind: SlotKind): () => void {
  const key = Symbol('form');
  update((forms) => forms.set(key, kind));
  return () => update((forms) => forms.delete(key));
}

/** Forgets all changes, so that a forced departure (the session ended) is not held up by a question. */
export function discardUnsavedChanges(): void {
  update((forms) => forms.clear());
}

/** Whether a form of this kind, or any form, holds changes. */
export function hasUnsavedChanges(kind?: SlotKind): boolean {
  const kinds = [...useUnsavedForms.getState().forms.values()];
  return kind === undefined ? kinds.length > 0 : kinds.includes(kind);
}

function update(change: (forms: Map<symbol, SlotKind>) => void): void {
  const forms = new Map(useUnsavedForms.getState().forms);
  change(forms);
  useUnsavedForms.setState({ forms });
}
