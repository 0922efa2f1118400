import type { HistoryKind } from '@portal/contract/saved-views';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Checkbox, FormActions, IconButton, Stack, VisuallyHidden } from '@portal/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { useStoreColumns } from './use-saved-views.ts';
import classes from './views.module.css';

interface NamedColumn {
  id: string;
  name: string;
  /** Not among the standard columns. */
  optional: boolean;
}

export interface ColumnChooserProps {
  kind: HistoryKind;
  columns: readonly NamedColumn[];
  /** The ids of those that are shown, in their order. */
  shown: readonly string[];
  onChoose: (columns: string) => void;
  onClose: () => void;
}

interface Choice {
  /** All columns in their order, those that are not shown as well. */
  order: readonly NamedColumn[];
  shown: ReadonlySet<string>;
}

/** Chooses the columns of a history and their order. */
export function ColumnChooser({ kind, columns, shown, onChoose, onClose }: ColumnChooserProps) {
  const { t } = useTranslation('savedViews');
  const store = useStoreColumns(kind);
  const [choice, setChoice] = useState<Choice>(() => ({
    order: [
      ...shown.flatMap((id) => columns.find((column) => column.id === id) ?? []),
      ...columns.filter(({ id }) => !shown.includes(id)),
    ],
    shown: new Set(shown),
  }));
  const { moved, move, list } = useMove(choice, setChoice);
  const standard = columns.filter(({ optional }) => !optional).map(({ id }) => id);
  const chosen = choice.order.filter(({ id }) => choice.shown.has(id)).map(({ id }) => id);

  function apply(): void {
    onChoose(chosen.join(','));
    store(String(chosen) === String(standard) ? null : chosen);
    onClose();
  }

  return (
    <Stack>
      <p>{t('columns.text')}</p>
      <ol ref={list} className={classes['columns']}>
        {choice.order.map(({ id, name }, index) => (
          <li key={id} className={classes['column']}>
            <Checkbox
              checked={choice.shown.has(id)}
              onCheckedChange={(isShown) =>
                setChoice({ ...choice, shown: changed(choice.shown, id, isShown) })
              }
            >
              {name}
            </Checkbox>
            {(['up', 'down'] as const).map((direction) => (
              <IconButton
                key={direction}
                icon={`arrow-${direction}`}
                size="small"
                label={t(`columns.${direction}`, { column: name })}
                data-move={`${direction} ${id}`}
                // Stays in the order of the Tab key, because the column may have come here by this button.
                aria-disabled={index === (direction === 'up' ? 0 : choice.order.length - 1) || undefined}
                onClick={() => move(index, direction)}
              />
            ))}
          </li>
        ))}
      </ol>
      <div role="status">
        <VisuallyHidden>{moved && t('columns.moved', moved)}</VisuallyHidden>
      </div>
      {chosen.length === 0 && <p role="alert">{t('columns.none')}</p>}
      <FormActions sticky>
        <Button size="medium" disabled={chosen.length === 0} onClick={apply}>
          {t('columns.apply')}
        </Button>
        <Button
          theme="outline"
          size="medium"
          onClick={() => setChoice({ order: columns, shown: new Set(standard) })}
        >
          {t('columns.standard')}
        </Button>
      </FormActions>
    </Stack>
  );
}

/** Moves a column by one place. The focus stays on its button, which the browser would leave when it moves the element. */
function useMove(choice: Choice, setChoice: (choice: Choice) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ column: string; position: number; button: string } | null>(null);
  useEffect(() => {
    if (moved === null) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-move]') ?? [];
    [...buttons].find(({ dataset }) => dataset['move'] === moved.button)?.focus();
  }, [moved]);
  function move(index: number, direction: 'up' | 'down'): void {
    const place = direction === 'up' ? index - 1 : index + 1;
    const column = choice.order[index];
    if (column === undefined || choice.order[place] === undefined) return;
    setChoice({ ...choice, order: choice.order.toSpliced(index, 1).toSpliced(place, 0, column) });
    setMoved({ column: column.name, position: place + 1, button: `${direction} ${column.id}` });
  }
  return { list, moved, move };
}

function changed(shown: ReadonlySet<string>, id: string, isShown: boolean): ReadonlySet<string> {
  return new Set(isShown ? [...shown, id] : [...shown].filter((one) => one !== id));
}
