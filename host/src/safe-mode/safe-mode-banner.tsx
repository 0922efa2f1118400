import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox } from '@portal/shared/ui/core';
import { useAreaNames } from '../areas/use-area-names.ts';
import { pageComposition } from '../composition/page-releases.ts';
import { leaveSafeMode } from './leave-safe-mode.ts';

interface SafeModeBannerProps {
  /** Replaceable for tests. */
  leave?: () => void;
}

/** Names the areas that this page does without, and leads back to all of them. */
export function SafeModeBanner({ leave = leaveSafeMode }: SafeModeBannerProps) {
  const { t } = useTranslation('pageNotices');
  const nameOf = useAreaNames();
  const { leftOut } = pageComposition();
  if (leftOut.length === 0) return null;
  return (
    <section aria-label={t('safeMode.title')}>
      <NotificationBox
        tone="warning"
        title={t('safeMode.title')}
        actions={
          <Button theme="outline" size="small" onClick={leave}>
            {t('safeMode.leave')}
          </Button>
        }
      >
        {t('safeMode.text', { titles: leftOut.map(({ id }) => nameOf(id)).join(', ') })}
      </NotificationBox>
    </section>
  );
}
