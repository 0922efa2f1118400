import {
  changeLanguage,
  i18n,
  type Language,
  languages,
  useErrorText,
  useLanguage,
  useTranslation,
} from '@portal/shared/i18n';
import { updateProfile } from '@portal/shared/session';
import { Select, toast } from '@portal/shared/ui';
import { useState } from 'react';

const options = languages.map(({ code, title }) => ({ value: code, title }));

/** The portal's language: the whole of it changes at once, and the choice is saved by itself. */
export function LanguageField() {
  const { t } = useTranslation('profile');
  const { errorText } = useErrorText();
  const language = useLanguage();
  const [error, setError] = useState<unknown>(null);

  async function choose(next: Language): Promise<void> {
    setError(null);
    try {
      await changeLanguage(next);
      await updateProfile({ language: next });
      // In the language that was chosen, not in the one that this function was made in.
      toast({ tone: 'success', text: i18n.getFixedT(next, 'profile')('languageSaved') });
    } catch (failure) {
      setError(failure);
    }
  }
  return (
    <Select
      label={t('field.language')}
      options={options}
      value={language}
      description={t('languageHint')}
      error={error === null ? undefined : errorText(error)}
      onChange={(next) => void choose(next)}
    />
  );
}
