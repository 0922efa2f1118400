import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox } from '@portal/shared/ui/core';
import { useAreaNames } from '../areas/use-area-names.ts';
import { armOverrides, useOverrides } from './overrides.ts';

interface OverridesBannerProps {
  /** Loads the page anew; replaceable for tests. */
  reload?: () => void;
}

/** Names what this tab runs from a developer's machine, for as long as it does, and ends it by one press. */
export function OverridesBanner({ reload = () => location.reload() }: OverridesBannerProps) {
  const { t } = useTranslation('pageNotices');
  const { armed, ended } = useOverrides();
  const nameOf = useAreaNames();

  function end(): void {
    armOverrides({});
    reload();
  }

  return (
    <>
      {Object.keys(armed).length > 0 && (
        <section aria-label={t('overrides.title')}>
          <NotificationBox
            tone="warning"
            title={t('overrides.title')}
            actions={
              <Button theme="outline" size="small" onClick={end}>
                {t('overrides.end')}
              </Button>
            }
          >
            {Object.entries(armed).map(([area, origin]) => (
              <div key={area}>{t('overrides.from', { title: nameOf(area), origin })}</div>
            ))}
          </NotificationBox>
        </section>
      )}
      {ended.length > 0 && (
        <NotificationBox tone="error" live onDismiss={() => useOverrides.setState({ ended: [] })}>
          {t('overrides.ended', { titles: ended.map(nameOf).join(', ') })}
        </NotificationBox>
      )}
    </>
  );
}
