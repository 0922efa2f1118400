import { preloadCalendar } from './date/date-field.tsx';
import { preloadDialog } from './dialog/dialog.tsx';
import { preloadMenu } from './menu/menu.tsx';
import { selectPopup } from './select/lazy-select-popup.ts';
import { preloadSidebar } from './sidebar/sidebar.tsx';

/** Loads the code of selects, menus, calendars, dialogs and sidebars ahead of their first use; call it when idle. */
export async function preloadWidgets(): Promise<void> {
  await Promise.all([
    selectPopup.preload(),
    preloadMenu(),
    preloadCalendar(),
    preloadDialog(),
    preloadSidebar(),
  ]);
}
