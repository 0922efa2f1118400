import type { ReactNode } from 'react';
import type { NotificationTone } from '../notification-box/notification-box.tsx';

export interface ToastInput {
  tone?: NotificationTone;
  text: ReactNode;
  /** Milliseconds on screen; 6000, errors 12000. `Infinity` stays until dismissed. */
  duration?: number;
}

export interface ToastItem {
  id: number;
  tone: NotificationTone;
  text: ReactNode;
  duration: number;
}

const maxShown = 3;
const normalMs = 6000;
const errorMs = 12_000;

let shown: readonly ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Tells the outcome of an action in the corner of the page; returns the id that dismissToast takes. */
export function toast({
  tone = 'info',
  text,
  duration = tone === 'error' ? errorMs : normalMs,
}: ToastInput): number {
  lastId += 1;
  const item = { id: lastId, tone, text, duration };
  for (const old of shown.slice(0, Math.max(0, shown.length + 1 - maxShown))) dismissToast(old.id);
  publish([...shown, item]);
  start(item);
  return item.id;
}

/** Takes a toast away before its time. */
export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  publish(shown.filter((item) => item.id !== id));
}

/** Stops the clock of all toasts: someone is reading. */
export function holdToasts(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}

/** Starts the clock of all toasts anew. */
export function resumeToasts(): void {
  holdToasts();
  for (const item of shown) start(item);
}

/** Tells the listener of every change; gives back the function that stops it. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toasts on the screen, oldest first. */
export function toastsNow(): readonly ToastItem[] {
  return shown;
}

function start(item: ToastItem) {
  if (Number.isFinite(item.duration))
    timers.set(
      item.id,
      setTimeout(() => dismissToast(item.id), item.duration),
    );
}

function publish(next: readonly ToastItem[]) {
  shown = next;
  for (const listener of listeners) listener();
}
