import { create } from 'zustand';

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const yearSeconds = 365 * 24 * 60 * 60;

/** The chosen look. A cookie keeps it, not the storage, which every log-in clears; the start script applies it. */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: readTheme() }));

/** Applies a look at once and keeps it for a year. */
export function chooseTheme(theme: Theme): void {
  useTheme.setState({ theme });
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  const age = theme === 'system' ? 0 : yearSeconds;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = `theme=${theme}; path=/; max-age=${age}; samesite=lax`;
}

function readTheme(): Theme {
  const shown = document.documentElement.dataset['theme'];
  return themes.find((theme) => theme === shown) ?? 'system';
}
