import type { Period } from '@portal/contract/dates';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Button,
  EmptyState,
  focusIfLost,
  isSearchedBack,
  type ListPage,
  type ListPatch,
  NotificationBox,
} from '@portal/shared/ui';
import { useEffect } from 'react';

/** A page of a list that may end with the time of its request. */
export interface SearchablePage<Row> extends ListPage<Row> {
  /** What the list covers. */
  period?: Moments;
  /** The part of the period that the page covers then; `cursor` searches the next part. */
  searched?: (Moments & { cursor: string }) | null;
}

type Moments = Pick<Period, 'start_utc' | 'end_utc'>;

interface SearchedPartProps {
  page: SearchablePage<unknown> | undefined;
  /** The order of the list, such as `-started`. */
  order: string | null | undefined;
  /** The next part is being searched. */
  isLoading: boolean;
  onContinue: (next: ListPatch) => void;
}

/** Says how far a list has been searched, and searches the next part; nothing if the page is complete. */
export function SearchedPart({ page, order, isLoading, onContinue }: SearchedPartProps) {
  const { t } = useTranslation('common');
  const { dateTime } = useFormat();
  if (!page?.searched) return null;
  const { searched, items, period = searched } = page;
  const { cursor } = searched;
  const isBack = isSearchedBack(page);
  // Going back, the next part is before the page.
  const offset = isBack ? Math.max(0, page.offset - items.length) : page.offset + items.length;
  const { start_utc, end_utc } = isBack ? searched : soFar(searched, period, order);
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
      {t(isBack ? 'uiPeriod.searchedPart' : 'uiPeriod.searched', {
        from: dateTime(start_utc),
        to: dateTime(end_utc),
      })}
    </NotificationBox>
  );
}

/** The parts are searched in the order of the list: those before this one are between it and the end where the list begins. */
function soFar(part: Moments, period: Moments, order: string | null | undefined): Moments {
  return order?.startsWith('-')
    ? { start_utc: part.start_utc, end_utc: period.end_utc }
    : { start_utc: period.start_utc, end_utc: part.end_utc };
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

/** Whether a page without rows is a part of a list that may have rows in other parts. */
export function isPart({ searched, has_more, offset, previous_cursor }: SearchablePage<unknown>): boolean {
  return Boolean(searched) || has_more || (offset > 0 && Boolean(previous_cursor));
}

/** Instead of the rows of a part that has none. */
export function NothingInPart({ page }: { page: SearchablePage<unknown> }) {
  const { t } = useTranslation('common');
  const isFirst = Boolean(page.searched) && !isSearchedBack(page) && page.offset === 0;
  return (
    <EmptyState icon="search" title={t(isFirst ? 'uiPeriod.nothingSoFar' : 'uiPeriod.nothingInPart')}>
      {t(isFirst ? 'uiPeriod.nothingSoFarText' : 'uiPeriod.nothingInPartText')}
    </EmptyState>
  );
}
