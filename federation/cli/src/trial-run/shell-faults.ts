import type { PageView, ShellElement } from './page-views.ts';
import { changedPixels, type Region } from './pictures.ts';

/** How the shell differs between a page with a release, and the same page without it. One sentence for each element. */
export function shellFaults(reference: readonly PageView[], candidate: readonly PageView[]): string[] {
  return candidate.flatMap((view) => {
    const before = reference.find(({ width }) => width === view.width);
    if (before === undefined) return [];
    return before.shell.flatMap((element, index) => {
      const fault = faultOf({ element, view: before }, { element: view.shell[index], view });
      return fault === undefined ? [] : [`${fault} at a width of ${view.width} px`];
    });
  });
}

interface Seen {
  element: ShellElement;
  view: PageView;
}

function faultOf(
  { element: before, view: reference }: Seen,
  { element: after, view }: { element: ShellElement | undefined; view: PageView },
): string | undefined {
  const { name } = before;
  if (after === undefined || after.name !== name) return `it removes the shell's ${name}`;
  if (!before.isVisible) return undefined;
  if (!after.isVisible) return `it hides the shell's ${name}`;
  if (isMoved(before, after))
    return `it moves the shell's ${name} from ${placeOf(before)} to ${placeOf(after)}`;
  const pixels = changedPixels(
    { picture: reference.picture, region: regionOf(before) },
    { picture: view.picture, region: regionOf(after) },
  );
  if (pixels > 0) return `it changes ${pixels} pixels of the shell's ${name}`;
  if (after.covered > before.covered)
    return `it covers ${after.covered - before.covered} links or buttons of the shell's ${name} with something invisible`;
  return undefined;
}

/** Less than a pixel is rounding. */
function isMoved(before: ShellElement, after: ShellElement): boolean {
  const differs = (key: 'x' | 'y' | 'width' | 'height') => Math.abs(before[key] - after[key]) >= 1;
  return differs('x') || differs('width') || differs('height') || (differs('y') && !after.isBelow);
}

function placeOf({ x, y, width, height }: ShellElement): string {
  const [left, top, wide, high] = [x, y, width, height].map(Math.round);
  return `${left},${top} (${wide} × ${high})`;
}

function regionOf({ x, y, width, height }: ShellElement): Region {
  const left = Math.max(0, Math.round(x));
  const top = Math.max(0, Math.round(y));
  return { x: left, y: top, width: Math.round(width), height: Math.round(height) };
}
