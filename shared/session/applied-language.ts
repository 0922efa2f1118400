import type { Language } from '@portal/contract/language';
import { changeLanguage, i18n } from '../i18n/i18n.ts';

const limitMs = 2_000;

let applied: Language | null = null;

/** The next session's profile says its language anew. */
export function forgetAppliedLanguage(): void {
  applied = null;
}

/**
 * Shows the language that the profile says, each once: a choice that is still being saved, or could not be, is not
 * undone by the next navigation. Texts that are slow to come do not hold up the page; they follow.
 */
export async function applyLanguage(language: Language): Promise<void> {
  if (language === applied) return;
  applied = language;
  if (language === i18n.language) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, limitMs));
  await Promise.race([changeLanguage(language), late]);
}
