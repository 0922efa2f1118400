import { Button } from '../button/button.tsx';
import type { IconName } from '../icon/icons.ts';
import { EmptyState } from './empty-state.tsx';

export interface EmptyListText {
  icon?: IconName;
  title: string;
  text: string;
  /** Text of the button; without `onAction` there is none. */
  action?: string;
  onAction?: (() => void) | undefined;
}

export interface EmptyListProps {
  /** At least one filter is in use. */
  isFiltered: boolean;
  /** Shown when there are no entries yet. */
  none: EmptyListText;
  /** Shown when the filters leave no entries. */
  filtered: EmptyListText;
}

/** Explains why a list is empty, and offers one way to see entries. */
export function EmptyList({ isFiltered, none, filtered }: EmptyListProps) {
  const { icon = 'inbox', title, text, action, onAction } = isFiltered ? filtered : none;
  const button = onAction && (
    <Button theme="outline" size="medium" onClick={onAction}>
      {action}
    </Button>
  );
  return (
    <EmptyState icon={icon} title={title} action={button}>
      {text}
    </EmptyState>
  );
}
