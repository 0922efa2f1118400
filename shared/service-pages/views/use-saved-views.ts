import {
  createSavedView,
  deleteSavedView,
  type HistoryKind,
  listSavedViews,
  type SavedView,
  type SavedViews,
  updateHistoryColumns,
  updateSavedView,
} from '@portal/contract/saved-views';
import {
  changeThenReload,
  endpointKey,
  endpointQuery,
  request,
  useMutation,
  useQuery,
  useQueryClient,
} from '@portal/shared/api';
import { useErrorText } from '@portal/shared/i18n';
import { type Column, toast } from '@portal/shared/ui';
import { useMemo, useState } from 'react';

/** The saved views and the chosen columns of both histories. */
export function useSavedViews() {
  return useQuery({ ...endpointQuery(listSavedViews), staleTime: 60_000 });
}

/** What a view stores, with the parameters as the history's address has them. */
export interface ViewContent {
  kind: HistoryKind;
  name: string;
  query: Readonly<Record<string, string>>;
  columns: readonly string[];
}

/** Changes the saved views; each change loads them again. A repeated creation has the same key. */
export function useChangeViews() {
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: endpointKey(listSavedViews) });
  return {
    create: (content: ViewContent, idempotencyKey: string) =>
      changeThenReload(request(createSavedView, { body: bodyOf(content), idempotencyKey }), reload),
    update: ({ view_id }: SavedView, content: ViewContent) =>
      changeThenReload(request(updateSavedView, { params: { view_id }, body: bodyOf(content) }), reload),
    remove: ({ view_id }: SavedView) =>
      changeThenReload(request(deleteSavedView, { params: { view_id } }), reload),
  };
}

function bodyOf({ query, columns, ...content }: ViewContent) {
  return { ...content, query: { ...query }, columns: [...columns] };
}

/**
 * The columns that a history shows: those of its address, or else those that were chosen last in any browser when the page was
 * opened. Later choices stand in the address, so that Back undoes them.
 */
export function useHistoryColumns<Row>(
  kind: HistoryKind,
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly Column<Row>[] {
  const { data } = useSavedViews();
  const [last, setLast] = useState(data?.columns[kind]);
  if (last === undefined && data !== undefined) setLast(data.columns[kind]);
  return useMemo(() => {
    // A later release may know further columns.
    const known = [...new Set(chosen ?? last ?? [])].flatMap(
      (id) => columns.find((one) => one.id === id) ?? [],
    );
    return known.length > 0 ? known : columns.filter(({ optional }) => !optional);
  }, [columns, chosen, last]);
}

/** Stores the columns of a history for its next visit, in any browser; null for the standard columns. */
export function useStoreColumns(kind: HistoryKind) {
  const cache = useQueryClient();
  const { errorText } = useErrorText();
  const { mutate } = useMutation({
    mutationFn: (columns: string[] | null) => request(updateHistoryColumns, { body: { kind, columns } }),
    onSuccess: ({ columns }) =>
      cache.setQueryData<SavedViews>(endpointKey(listSavedViews), (stored) =>
        stored === undefined ? stored : { ...stored, columns: { ...stored.columns, [kind]: columns } },
      ),
    onError: (error) => toast({ tone: 'error', text: errorText(error) }),
  });
  return mutate;
}
