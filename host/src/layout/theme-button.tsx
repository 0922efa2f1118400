import { useTranslation } from '@portal/shared/i18n';
import { Menu } from '@portal/shared/ui/core';
import { chooseTheme, themes, useTheme } from './theme.ts';

const titles = { system: 'shell.themeSystem', light: 'shell.themeLight', dark: 'shell.themeDark' } as const;
const icons = { system: 'monitor', light: 'sun', dark: 'moon' } as const;

/** Chooses between the light and the dark look, or the system's. */
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
