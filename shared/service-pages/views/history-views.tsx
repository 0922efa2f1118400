import type { HistoryKind } from '@portal/contract/saved-views';
import { useTranslation } from '@portal/shared/i18n';
import { Button, type Column, Loader, lazyWidget, Sidebar } from '@portal/shared/ui';
import { Suspense, useState } from 'react';
import type { ColumnChooserProps } from './column-chooser.tsx';
import type { SavedViewsPanelProps } from './saved-views-panel.tsx';

interface HistoryViewsProps<Row> {
  kind: HistoryKind;
  /** All columns that the history has. */
  columns: readonly Column<Row>[];
  /** Those that it shows. */
  shown: readonly Column<Row>[];
  /** Writes the ids of the chosen columns into the address. */
  onChoose: (columns: string) => void;
  /** The filters and the order of the list, as its address has them. */
  query: Readonly<Record<string, string>>;
}

const chooser = lazyWidget<ColumnChooserProps>(() =>
  import(/* webpackChunkName: "list-tools" */ './column-chooser.tsx').then((module) => module.ColumnChooser),
);
const panel = lazyWidget<SavedViewsPanelProps>(() =>
  import(/* webpackChunkName: "list-tools" */ './saved-views-panel.tsx').then(
    (module) => module.SavedViewsPanel,
  ),
);

/** The buttons with which a customer chooses the columns of a history, and saves and opens its views. */
export function HistoryViews<Row>({ kind, columns, shown, onChoose, query }: HistoryViewsProps<Row>) {
  const { t } = useTranslation('common');
  const [opened, setOpened] = useState<'columns' | 'savedViews' | null>(null);
  const close = () => setOpened(null);
  const shownIds = shown.map(({ id }) => id);
  return (
    <>
      {(['columns', 'savedViews'] as const).map((name) => (
        <Button
          key={name}
          theme="outline"
          size="medium"
          icon={name === 'columns' ? 'columns' : 'bookmark'}
          aria-haspopup="dialog"
          onPointerEnter={name === 'columns' ? chooser.prefetch : panel.prefetch}
          onClick={() => setOpened(name)}
        >
          {t(`ui.${name}`)}
        </Button>
      ))}
      <Sidebar isOpen={opened !== null} title={opened && t(`ui.${opened}`)} onCloseRequest={close}>
        <Suspense fallback={<Loader />}>
          {opened === 'columns' ? (
            <chooser.Widget
              onGiveUp={close}
              props={{ kind, columns: columns.map(namedColumn), shown: shownIds, onChoose, onClose: close }}
              fallback={<Loader />}
            />
          ) : (
            <panel.Widget
              onGiveUp={close}
              props={{ kind, query, columns: shownIds, onClose: close }}
              fallback={<Loader />}
            />
          )}
        </Suspense>
      </Sidebar>
    </>
  );
}

function namedColumn<Row>({ id, header, label, optional = false }: Column<Row>) {
  return { id, name: label ?? (typeof header === 'string' ? header : id), optional };
}
