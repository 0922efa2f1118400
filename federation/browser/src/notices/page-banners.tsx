import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox } from '@portal/shared/ui/core';
import { armOverrides, useOverrides } from '../overrides/overrides.ts';
import { useAreaNames } from '../slots/area-titles.ts';
import { SafeModeBanner } from './safe-mode.tsx';

/** Shows that this page runs without some areas, or with overrides. */
export function PageBanners() {
  return (
    <>
      <SafeModeBanner />
      <OverridesBanner />
    </>
  );
}

interface OverridesBannerProps {
  /** Replaced in tests. */
  reload?: () => void;
}

/** Names the areas that this tab runs from a developer's machine, and offers to end that. */
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
