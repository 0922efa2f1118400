/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import type { Region } from './pictures.ts';

/** Widths in pixels that pages are photographed in: a desktop and a phone. */
export const viewWidths = [1280, 390] as const;
export const viewHeight = 900;

/** An element of the shell, in pixels from the top left corner of the page. */
export interface ShellElement {
  /** Its tag, for messages. */
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether it follows the page's content, which may push it down. */
  isBelow: boolean;
  isVisible: boolean;
  /** Links and buttons in it that something else covers. */
  covered: number;
}

/** A page at one width. */
export interface PageView {
  width: number;
  /** PNG of the whole page. */
  picture: Buffer;
  shell: ShellElement[];
  /** Where the page's own content is. */
  content: Region;
}

/** What belongs to whom in a page. */
export interface Looked {
  /** CSS selector of the shell's elements. */
  shell: string;
  /** Id of the area whose page it is; null for a page of the host. */
  area: string | null;
}

/** Photographs the page at each width, and measures the elements of the shell and the place of the content. */
export async function viewPage(
  page: Page,
  { shell, area }: Looked,
  quiet: () => Promise<void>,
): Promise<PageView[]> {
  const views: PageView[] = [];
  for (const width of viewWidths) {
    await page.setViewportSize({ width, height: viewHeight });
    // Code that only this width needs, such as a drawer's.
    await quiet();
    const picture = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
    const measured = await page.evaluate(measureShell, shell);
    views.push({ width, picture, shell: measured, content: await page.evaluate(placeOfContent, area) });
  }
  return views;
}

/** Runs in the page. */
function measureShell(selector: string): ShellElement[] {
  const main = [...document.querySelectorAll('main')].find((one) => one.checkVisibility()) ?? null;
  const all = [...document.querySelectorAll(selector)];
  const isCovered = (control: Element) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return width > 0 && top !== null && !control.contains(top) && !top.contains(control);
  };
  return all
    .filter((element) => !all.some((other) => other !== element && other.contains(element)))
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const follows =
        main !== null && main.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
      return {
        name: element.localName,
        x: x + scrollX,
        y: y + scrollY,
        width,
        height,
        isBelow: Boolean(follows) && ['static', 'relative'].includes(getComputedStyle(element).position),
        isVisible:
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width * height > 0,
        covered: [...element.querySelectorAll('a, button')].filter(isCovered).length,
      };
    });
}

/** Runs in the page. A host of another make has no mark at the pages of areas. */
function placeOfContent(area: string | null): Region {
  const own = area === null ? null : document.querySelector(`[data-area-page="${area}"]`);
  // A document may have a screen besides its page, which is not shown.
  const main = [...document.querySelectorAll('main')].find((one) => one.checkVisibility());
  const content = own ?? main ?? document.body;
  const { x, y, width, height } = content.getBoundingClientRect();
  return { x: x + scrollX, y: y + scrollY, width, height };
}
