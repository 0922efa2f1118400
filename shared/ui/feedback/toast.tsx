import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import type { NotificationTone } from './notification-box.tsx';
import classes from './toast.module.css';

interface ToastInput {
  tone?: NotificationTone;
  text: ReactNode;
  /** Milliseconds on the screen: 6,000 by default, 12,000 for errors; `Infinity` stays until it is dismissed. */
  duration?: number;
}

interface ToastItem extends Required<ToastInput> {
  id: number;
}

const maxShown = 3;
const normalMs = 6000;
const errorMs = 12_000;

const noToasts: readonly ToastItem[] = [];
let shown = noToasts;
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Shows the outcome of an action in the corner of the page. At most three toasts are shown; a fourth replaces the oldest. */
export function toast({
  tone = 'info',
  text,
  duration = tone === 'error' ? errorMs : normalMs,
}: ToastInput): void {
  lastId += 1;
  const item = { id: lastId, tone, text, duration };
  for (const old of shown.slice(0, Math.max(0, shown.length + 1 - maxShown))) dismiss(old.id);
  publish([...shown, item]);
  startTimer(item);
}

/** Dismisses all toasts: they may contain data of an account that is being left. */
export function clearToasts(): void {
  for (const { id } of shown) dismiss(id);
}

/**
 * The place where toasts appear; render it once, in the layout. Toasts are announced politely and stay while they are
 * hovered or focused.
 */
export function ToastRegion() {
  const { t } = useTranslation('common');
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => noToasts,
  );
  return (
    <div
      role="status"
      aria-label={t('ui.notifications')}
      // Makes React Aria leave toasts reachable while a sidebar or dialog is open.
      data-react-aria-top-layer
      className={classes.region}
      onPointerEnter={stopTimers}
      onPointerLeave={restartTimers}
      onFocus={stopTimers}
      onBlur={restartTimers}
    >
      {toasts.map((item) => (
        <div key={item.id} className={classes.toast} data-tone={item.tone}>
          <Icon name={item.tone} size="l" label={t(`uiTone.${item.tone}`)} className={classes.icon} />
          <div className={classes.text}>{item.text}</div>
          <IconButton icon="close" size="small" label={t('ui.dismiss')} onClick={() => dismiss(item.id)} />
        </div>
      ))}
    </div>
  );
}

function dismiss(id: number) {
  clearTimeout(timers.get(id));
  timers.delete(id);
  publish(shown.filter((item) => item.id !== id));
}

function startTimer({ id, duration }: ToastItem) {
  if (Number.isFinite(duration))
    timers.set(
      id,
      setTimeout(() => dismiss(id), duration),
    );
}

function stopTimers() {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}

function restartTimers() {
  stopTimers();
  for (const item of shown) startTimer(item);
}

function publish(next: readonly ToastItem[]) {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
