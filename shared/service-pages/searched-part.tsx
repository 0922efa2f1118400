import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Button,
  EmptyState,
  focusIfLost,
  type ListPage,
  type ListPatch,
  NotificationBox,
} from '@portal/shared/ui';
import { useEffect } from 'react';

/** A page of a list that may end with the time of its request. */
export interface SearchablePage<Row> extends ListPage<Row> {
  /** The part of the period that the page covers then; `cursor` searches the next part. */
  searched?: { start_utc: string; end_utc: string; cursor: string } | null;
}

interface SearchedPartProps {
  page: SearchablePage<unknown> | undefined;
  /** The next part is being searched. */
  isLoading: boolean;
  onContinue: (next: ListPatch) => void;
}

/** Says how far a list has been searched, and searches the next part; nothing if the page is complete. */
export function SearchedPart({ page, isLoading, onContinue }: SearchedPartProps) {
  const { t } = useTranslation('common');
  const { dateTime } = useFormat();
  if (!page?.searched) return null;
  const { start_utc, end_utc, cursor } = page.searched;
  // Going back, the next part is before the page.
  const offset = page.offset + (cursor === page.next_cursor ? page.items.length : 0);
  return (
    <NotificationBox
      live
      actions={
        <ContinueButton
          isLoading={isLoading}
          onClick={() => onContinue({ limit: String(page.limit), offset: String(offset), cursor })}
        />
      }
    >
      {t('uiPeriod.searched', { from: dateTime(start_utc), to: dateTime(end_utc) })}
    </NotificationBox>
  );
}

function ContinueButton({ isLoading, onClick }: { isLoading: boolean; onClick: () => void }) {
  const { t } = useTranslation('common');
  // It disappears when the search has come to its end.
  useEffect(() => () => focusIfLost([]), []);
  return (
    <Button theme="outline" size="small" loading={isLoading} onClick={onClick}>
      {t('uiPeriod.continueSearch')}
    </Button>
  );
}

/** Instead of rows, when none has been found yet. */
export function NothingSoFar() {
  const { t } = useTranslation('common');
  return (
    <EmptyState icon="search" title={t('uiPeriod.nothingSoFar')}>
      {t('uiPeriod.nothingSoFarText')}
    </EmptyState>
  );
}
