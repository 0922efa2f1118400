import {
  changeLanguage,
  i18n,
  type Language,
  languages,
  useLanguage,
  useTranslation,
} from '@portal/shared/i18n';
import { saveLanguageChoice } from '@portal/shared/session';
import { Menu, toast } from '@portal/shared/ui/core';

interface LanguageMenuProps {
  /** Saves the language in the customer's profile too; on the authorization screens only the cookie stores it. */
  isSaved?: boolean;
}

/** Changes the language of the whole portal immediately. A language whose texts cannot be loaded changes nothing. */
export function LanguageMenu({ isSaved = false }: LanguageMenuProps) {
  const { t } = useTranslation('common');
  const current = useLanguage();

  async function choose(language: Language): Promise<void> {
    try {
      await changeLanguage(language);
    } catch {
      toast({ tone: 'warning', text: t('shell.languageUnavailable') });
      return;
    }
    // Another choice has replaced this one while its texts were loading.
    if (!isSaved || i18n.language !== language) return;
    await saveLanguageChoice(language).catch(() =>
      toast({ tone: 'warning', text: t('shell.languageFailed') }),
    );
  }

  const items = languages.map(({ code, title }) => ({
    id: code,
    title,
    lang: code,
    checked: code === current,
    onSelect: () => void choose(code),
  }));
  return (
    <Menu
      label={t('shell.language')}
      icon="globe"
      size="medium"
      placement="bottom end"
      sections={[{ id: 'languages', items }]}
    >
      {current.toUpperCase()}
    </Menu>
  );
}
