import { asLanguage, type Language } from '@portal/contract/language';
import { settings } from '../api/api-settings.ts';

/** Where this tab remembers, across a reload, a choice of the language that the profile does not have yet. */
const storageKey = 'unsaved-language';

/** Remembers a language that was chosen here for the account of the page, until it is saved. */
export function rememberLanguageChoice(language: Language): void {
  access((storage) => storage.setItem(storageKey, `${settings.account} ${language}`));
}

/** The language that was chosen in this tab for the account of the page and is not known to be saved; null if there is none. */
export function unsavedLanguage(): Language | null {
  const [account, language] = access((storage) => storage.getItem(storageKey))?.split(' ') ?? [];
  return account === String(settings.account) ? asLanguage(language) : null;
}

/** Forgets the choice, which is saved. */
export function forgetLanguageChoice(): void {
  access((storage) => storage.removeItem(storageKey));
}

// A browser that forbids storage throws on every access: a reloaded page then shows the profile's language until the choice is saved.
function access<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(globalThis.sessionStorage);
  } catch {
    return null;
  }
}
