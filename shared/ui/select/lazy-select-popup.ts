import { lazyWidget } from '../lazy-widget.tsx';
import type { SelectPopupProps } from './select-popup.tsx';

/** The list that Select and MultiSelect open; its code comes when it is first about to be opened. */
export const selectPopup = lazyWidget<SelectPopupProps>(() =>
  import('./select-popup.tsx').then((module) => module.SelectPopup),
);

/** Fetches the list's code ahead of its opening; opening tries again after a failure. */
export function preloadSelectPopup(): void {
  void selectPopup.preload().catch(() => undefined);
}

/** The search box appears above this number of options. */
export const searchThreshold = 5;
