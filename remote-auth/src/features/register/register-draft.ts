import { useEffect } from 'react';
import * as v from 'valibot';

const draftSchema = v.object({
  name: v.string(),
  company: v.string(),
  email: v.string(),
  phone: v.string(),
  country: v.nullable(v.string()),
});

/** What was typed into the form, without passwords. The acceptance of the terms is asked again. */
export type RegisterDraft = v.InferOutput<typeof draftSchema>;

/** Its member in the state of the history entry. */
const member = 'registration';

let latest: RegisterDraft | null = null;

/** Returns the saved draft; null without one. */
export function readDraft(): RegisterDraft | null {
  if (latest !== null) return latest;
  const saved = v.safeParse(draftSchema, history.state?.[member]);
  return saved.success ? saved.output : null;
}

/** Milliseconds: browsers limit how often the state of a history entry may change. */
const typingPause = 400;

/**
 * Saves the draft in memory for a customer who looks at another screen, and for a reload in the state of the history entry, because
 * authorization screens clear the storages.
 */
export function useSavedDraft({ name, company, email, phone, country }: RegisterDraft): void {
  useEffect(() => {
    latest = { name, company, email, phone, country };
    const save = () => history.replaceState({ ...history.state, [member]: latest }, '');
    const timer = setTimeout(save, typingPause);
    return () => clearTimeout(timer);
  }, [name, company, email, phone, country]);
}

/** Removes the draft of a registered customer. */
export function forgetDraft(): void {
  latest = null;
  history.replaceState({ ...history.state, [member]: null }, '');
}
