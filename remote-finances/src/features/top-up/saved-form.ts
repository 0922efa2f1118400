import { topUpMethods } from '@portal/contract/top-up-quote';
import { useEffect, useState } from 'react';
import * as v from 'valibot';

const savedSchema = v.object({
  service_id: v.string(),
  /** As it was typed. */
  amount: v.string(),
  method: v.picklist(topUpMethods),
  asset: v.optional(v.string()),
});

/** What was typed into the form. */
export type SavedForm = v.InferOutput<typeof savedSchema>;

/** Its member in the state of the history entry. */
const member = 'topUp';

/** Milliseconds: browsers limit how often the state of a history entry may change. */
const typingPause = 400;

/** Returns the form as it was before a reload; null if nothing was typed. */
export function useFormBeforeReload(): SavedForm | null {
  const [saved] = useState(() => {
    const { success, output } = v.safeParse(savedSchema, history.state?.[member]);
    return success ? output : null;
  });
  return saved;
}

/** Saves what was typed for a reload, in the state of the history entry: leaving the sidebar replaces it. Null removes it. */
export function useSavedForm(form: SavedForm | null): void {
  const { service_id, amount, method, asset } = form ?? {};
  useEffect(() => {
    const typed = method === undefined ? null : { service_id, amount, method, asset };
    // Without something to remove, the state of other entries is left alone.
    if (typed === null && history.state?.[member] === undefined) return;
    const save = () => history.replaceState({ ...history.state, [member]: typed }, '');
    const timer = setTimeout(save, typed === null ? 0 : typingPause);
    return () => clearTimeout(timer);
  }, [service_id, amount, method, asset]);
}
