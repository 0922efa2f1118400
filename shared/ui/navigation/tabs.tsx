import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './tabs.module.css';

export interface Tab<Id extends string> {
  id: Id;
  title: ReactNode;
  icon?: IconProps['name'];
  count?: ReactNode;
  disabled?: boolean;
}

interface TabsProps<Id extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  items: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** The content of the chosen tab. */
  children?: ReactNode;
}

/** A row of tabs with the content of the chosen tab; the arrow keys, Home and End choose a tab. */
export function Tabs<Id extends string>({ label, items, value, onChange, children }: TabsProps<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function handleKeyDown(event: KeyboardEvent) {
    const enabled = items.filter((item) => !item.disabled);
    const next = nextIndex(
      event.key,
      enabled.findIndex((item) => item.id === value),
      enabled.length,
    );
    const target = next === undefined ? undefined : enabled[next];
    if (!target) return;
    event.preventDefault();
    onChange(target.id);
    list.current?.querySelector<HTMLElement>(`[id="${id}-tab-${target.id}"]`)?.focus();
  }
  return (
    <div className={classes.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={classes.list} onKeyDown={handleKeyDown}>
        {items.map((item) => (
          <button
            key={item.id}
            id={`${id}-tab-${item.id}`}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={item.id === value}
            aria-controls={children === undefined ? undefined : `${id}-panel`}
            tabIndex={item.id === value ? 0 : -1}
            disabled={item.disabled}
            onClick={() => onChange(item.id)}
          >
            {item.icon && <Icon name={item.icon} />}
            {item.title}
            {item.count !== undefined && <span className={classes.count}>{item.count}</span>}
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div
          id={`${id}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-tab-${value}`}
          className={classes.panel}
        >
          {children}
        </div>
      )}
    </div>
  );
}

function nextIndex(key: string, current: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current - 1 + count) % count;
  return undefined;
}
