import { useTranslation } from '@portal/shared/i18n';
import { Button, EmptyState, NotificationBox } from '@portal/shared/ui';
import { pageComposition } from '../composition/page-releases.ts';
import { useAreaNames } from '../slots/area-titles.ts';

/** The parameter that excludes areas from a page: `?without=finances,voicing`. */
const safeModeParameter = 'without';

/** The address without the safe mode parameter. */
export function addressWithAllAreas(address: string): string {
  const url = new URL(address);
  url.searchParams.delete(safeModeParameter);
  return url.href;
}

/** Loads the page again with all of its areas. */
function leaveSafeMode(): void {
  const { href } = location;
  const next = addressWithAllAreas(href);
  // A navigation has already removed the parameter: replacing an address does not load a page.
  if (next === href) location.reload();
  else location.replace(next);
}

interface ExcludedAreaProps {
  title: string;
  /** A page needs a heading; the frame of a sidebar already has one. */
  isPage?: boolean;
  /** Replaced in tests. */
  leave?: () => void;
}

/** Shown instead of a page or sidebar of an area that safe mode excludes. */
export function ExcludedArea({ title, isPage = false, leave = leaveSafeMode }: ExcludedAreaProps) {
  const { t } = useTranslation('pageNotices');
  return (
    <EmptyState
      icon="shield"
      title={t('safeMode.leftOutTitle', { title })}
      {...(isPage && { headingLevel: 1 })}
      action={
        <Button theme="outline" size="medium" onClick={leave}>
          {t('safeMode.leave')}
        </Button>
      }
    >
      {t('safeMode.leftOutText')}
    </EmptyState>
  );
}

interface SafeModeBannerProps {
  /** Replaced in tests. */
  leave?: () => void;
}

/** Names the excluded areas of this page and offers to load all of them. */
export function SafeModeBanner({ leave = leaveSafeMode }: SafeModeBannerProps) {
  const { t } = useTranslation('pageNotices');
  const nameOf = useAreaNames();
  const { excluded } = pageComposition();
  if (excluded.length === 0) return null;
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
        {t('safeMode.text', { titles: excluded.map(({ id }) => nameOf(id)).join(', ') })}
      </NotificationBox>
    </section>
  );
}
