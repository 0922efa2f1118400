import { useTranslation } from '@portal/shared/i18n';
import classes from './agreement.module.css';

const sections = [
  { title: 'roles.title', text: 'roles.text' },
  { title: 'data.title', text: 'data.text' },
  { title: 'purpose.title', text: 'purpose.text' },
  { title: 'security.title', text: 'security.text' },
  { title: 'subprocessors.title', text: 'subprocessors.text' },
  { title: 'rights.title', text: 'rights.text' },
  { title: 'deletion.title', text: 'deletion.text' },
] as const;

/** The text of the agreement, in the language on the screen. */
export function Agreement() {
  const { t } = useTranslation('authorizationDpu');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={t('title')} tabIndex={0} className={classes['text']}>
      <p>{t('intro')}</p>
      {sections.map((section) => (
        <div key={section.title}>
          <h2>{t(section.title)}</h2>
          <p>{t(section.text)}</p>
        </div>
      ))}
    </section>
  );
}
