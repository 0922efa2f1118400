import type { Area } from '@portal/federation-contract/area';
import { navigationOf } from '@portal/federation-contract/navigation';
import { escapeHtml } from './escape-html.ts';

interface Navigation {
  areas: readonly Area[];
  /** The host's drawings: `<i data-icon="phone"><svg…></i>` for each. */
  icons: string;
  language: string;
  /** Path of the page that is shown. */
  path: string;
}

/**
 * Writes the navigation into the prerendered frame of the account: repeats what stands between `{{#areas}}` and `{{/areas}}`, and
 * inside it the entries, as the host's main navigation does in the browser, and marks the page that is shown.
 */
export function fillNavigation(frame: string, { areas, icons, language, path }: Navigation): string {
  const drawings = drawingsOf(icons);
  const titleOf = (area: Area, key: string) => escapeText(area.titles[key]?.[language] ?? area.id);
  const filled = repeat(frame, 'areas', navigationOf(areas), (group, { area, heading, entries }) => {
    const listed = repeat(group, 'entries', entries, (one, entry) =>
      one
        .replaceAll('/{{path}}', entry.path)
        .replaceAll('{{title}}', () => titleOf(area, entry.title))
        .replaceAll('{{icon}}', () => drawings.get(entry.icon) ?? drawings.get('dot') ?? ''),
    );
    const titles = heading === null ? [] : [titleOf(area, heading)];
    return repeat(listed, 'heading', titles, (one, title) => one.replaceAll('{{title}}', () => title));
  });
  return markCurrent(filled, path);
}

interface PageHead {
  title: string;
  description?: string | undefined;
}

/** Writes the page's title and description into its prerendered outline. */
export function fillPage(outline: string, { title, description = '' }: PageHead): string {
  return outline
    .replaceAll('{{title}}', () => escapeText(title))
    .replaceAll('{{description}}', () => escapeText(description));
}

/** Replaces the section of this name, which must be in the template, by one copy for each item. */
function repeat<Item>(
  template: string,
  name: string,
  items: readonly Item[],
  fill: (section: string, item: Item) => string,
): string {
  const [before = '', rest = ''] = template.split(`{{#${name}}}`, 2);
  const [section = '', after = ''] = rest.split(`{{/${name}}}`, 2);
  return before + items.map((item) => fill(section, item)).join('') + after;
}

/** Marks the links to the shown page, and to the pages above it, as the router does. */
function markCurrent(frame: string, path: string): string {
  return frame.replaceAll(/href="(\/[^"]*)"/g, (whole, link: string) =>
    path === link || path.startsWith(`${link}/`) ? `aria-current="page" ${whole}` : whole,
  );
}

function drawingsOf(icons: string): Map<string, string> {
  return new Map(
    [...icons.matchAll(/<i data-icon="([^"]+)">(.*?)<\/i>/gs)].map(([, name = '', drawing = '']) => [
      name,
      drawing,
    ]),
  );
}

/** A brace could begin a slot of the HTML. */
function escapeText(text: string): string {
  return escapeHtml(text).replaceAll('{', '&#123;');
}
