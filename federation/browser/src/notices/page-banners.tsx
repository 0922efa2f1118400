import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, EmptyState, NotificationBox } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import { pageComposition } from '../composition/page-releases.ts';
import { armOverrides, useOverrides } from '../overrides/overrides.ts';
import { useAreaNames } from '../slots/area-titles.ts';

/** Shows that this page runs without some areas, or with overrides. */
export function PageBanners() {
  return (
    <>
      <SafeModeBanner />
      <OverridesBanner />
    </>
  );
}

interface BannerProps {
  title: string;
  /** Label of the button that ends the mode. */
  action: string;
  onEnd: () => void;
  children: ReactNode;
}

function Banner({ title, action, onEnd, children }: BannerProps) {
  return (
    <section aria-label={title}>
      <NotificationBox
        tone="warning"
        title={title}
        actions={
          <Button theme="outline" size="small" onClick={onEnd}>
            {action}
          </Button>
        }
      >
        {children}
      </NotificationBox>
    </section>
  );
}

interface OverridesBannerProps {
  /** Replaced in tests. */
  reload?: () => void;
}

/** Names the areas that this tab runs from a developer's machine and until when, and offers to end that. */
export function OverridesBanner({ reload = () => location.reload() }: OverridesBannerProps) {
  const { t } = useTranslation('pageNotices');
  const { dateTime } = useFormat();
  const { armed, until, ended } = useOverrides();
  const nameOf = useAreaNames();

  function end(): void {
    armOverrides({});
    reload();
  }

  return (
    <>
      {Object.keys(armed).length > 0 && (
        <Banner title={t('overrides.title')} action={t('overrides.end')} onEnd={end}>
          {Object.entries(armed).map(([area, origin]) => (
            <div key={area}>{t('overrides.from', { title: nameOf(area), origin })}</div>
          ))}
          <div>{t('overrides.until', { time: dateTime(new Date(until).toISOString()) })}</div>
        </Banner>
      )}
      {ended.length > 0 && (
        <NotificationBox tone="error" live onDismiss={() => useOverrides.setState({ ended: [] })}>
          {t('overrides.ended', { titles: ended.map(nameOf).join(', ') })}
        </NotificationBox>
      )}
    </>
  );
}

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

interface SafeModeProps {
  /** Replaced in tests. */
  leave?: () => void;
}

/** Names the excluded areas of this page and offers to load all of them. */
export function SafeModeBanner({ leave = leaveSafeMode }: SafeModeProps) {
  const { t } = useTranslation('pageNotices');
  const nameOf = useAreaNames();
  const { excluded } = pageComposition();
  if (excluded.length === 0) return null;
  return (
    <Banner title={t('safeMode.title')} action={t('safeMode.leave')} onEnd={leave}>
      {t('safeMode.text', { titles: excluded.map(({ id }) => nameOf(id)).join(', ') })}
    </Banner>
  );
}

interface ExcludedAreaProps extends SafeModeProps {
  title: string;
  /** A page needs a heading; the frame of a sidebar already has one. */
  isPage?: boolean;
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

/** Shown instead of a page of an area that operators have taken offline. */
export function WithdrawnArea({ title }: { title: string }) {
  const { t } = useTranslation('pageNotices');
  return (
    <EmptyState icon="info" title={t('withdrawn.title', { title })} headingLevel={1}>
      {t('withdrawn.text')}
    </EmptyState>
  );
}
