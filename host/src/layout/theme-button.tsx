import { useTranslation } from '@portal/shared/i18n';
import { Menu } from '@portal/shared/ui/core';
import { create } from 'zustand';
import { writeScriptCookie } from '../document/script-cookies.ts';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const yearSeconds = 365 * 24 * 60 * 60;

/** The chosen theme. It is saved in a cookie, because every login clears the storage; the start script applies it. */
const useTheme = create<{ theme: Theme }>(() => ({ theme: readTheme() }));

const titles = { system: 'shell.themeSystem', light: 'shell.themeLight', dark: 'shell.themeDark' } as const;
const icons = { system: 'monitor', light: 'sun', dark: 'moon' } as const;

/** Chooses the light or the dark theme, or the system's. */
export function ThemeButton() {
  const { t } = useTranslation('common');
  const current = useTheme((state) => state.theme);
  const items = themes.map((theme) => ({
    id: theme,
    title: t(titles[theme]),
    icon: icons[theme],
    checked: theme === current,
    onSelect: () => chooseTheme(theme),
  }));
  return (
    <Menu
      label={t('shell.theme')}
      icon={icons[current]}
      placement="bottom end"
      sections={[{ id: 'themes', items }]}
    />
  );
}

/** Applies a theme immediately and saves it for a year. */
function chooseTheme(theme: Theme): void {
  useTheme.setState({ theme });
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  const age = theme === 'system' ? 0 : yearSeconds;
  writeScriptCookie('theme', theme, age);
}

function readTheme(): Theme {
  const shown = document.documentElement.dataset['theme'];
  return themes.find((theme) => theme === shown) ?? 'system';
}
