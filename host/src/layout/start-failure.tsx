import { useTranslation } from '@portal/shared/i18n';
import { ErrorPanel } from '@portal/shared/ui/core';
import classes from '../navigation/navigation-failure.module.css';

/**
 * Stands in the HTML, hidden, and is shown when the portal's own code cannot be loaded: the start script reloads the
 * page when the button is pressed.
 */
export function StartFailure() {
  const { t } = useTranslation('common');
  return (
    <main className={classes['page']}>
      <ErrorPanel headingLevel={1} title={t('failure.title')} message={t('failure.text')} onRetry={reload} />
    </main>
  );
}

function reload(): void {
  location.reload();
}
