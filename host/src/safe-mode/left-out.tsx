import { useTranslation } from '@portal/shared/i18n';
import { Button, EmptyState } from '@portal/shared/ui';
import { leaveSafeMode } from './leave-safe-mode.ts';

interface LeftOutProps {
  title: string;
  /** A page needs a heading; a sidebar has one in its frame. */
  isPage?: boolean;
  /** Replaceable for tests. */
  leave?: () => void;
}

/** Stands in for a page or sidebar of an area that safe mode keeps out. */
export function LeftOut({ title, isPage = false, leave = leaveSafeMode }: LeftOutProps) {
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
