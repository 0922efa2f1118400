import type { LiveHost } from '@portal/federation-contract/composition';
import type { ReadReleased } from './released-files.ts';

/** A style sheet of the host's release that stands in the HTML. */
export interface InlinedSheet {
  /** Its name in the release. */
  file: string;
  css: string;
  /** Its hash in the composition, with which the page's policy allows it. */
  integrity: string;
}

/** Where the template says whether the sheets of the account's frame stand in the HTML; a host from before them has no such slot. */
const frameSlot = '{{has-frame-sheets}}';

/** Whether a host finds the sheets of its frame in the HTML, and does not load them again. */
export function takesFrameSheets(template: string): boolean {
  return template.includes(frameSlot);
}

/** Sheets that are remembered: those of the hosts that pages get at a time. */
const storedSheets = 64;

/**
 * Reads the sheets that a page needs before its first paint: those of the host, and of the account's frame if it is shown. A sheet
 * whose content cannot stand in the HTML is omitted, and one that cannot be read; the page then loads it as a file.
 */
export function inlinedSheets(
  readReleased: ReadReleased,
  onFault: (error: unknown) => void,
): (host: LiveHost, hasFrame: boolean) => Promise<InlinedSheet[]> {
  /** By hash. */
  const inlinable = new Map<string, boolean>();
  const read = async (host: LiveHost, file: string): Promise<InlinedSheet[]> => {
    const css = await readReleased(host, file).catch(onFault);
    const integrity = host.files[file]?.integrity;
    if (typeof css !== 'string' || integrity === undefined) return [];
    const isUsed = inlinable.get(integrity) ?? isInlinable(css);
    if (inlinable.size >= storedSheets) inlinable.clear();
    inlinable.set(integrity, isUsed);
    return isUsed ? [{ file, css, integrity }] : [];
  };
  return async (host, hasFrame) => {
    // A development server's sheets change with each edit.
    if (host.manifest === null) return [];
    const files = [...host.styles, ...(hasFrame ? frameSheets(host) : [])];
    return (await Promise.all(files.map((file) => read(host, file)))).flat();
  };
}

/** The sheets of the account's frame, by their names in the release. */
export function frameSheets({ frame }: Pick<LiveHost, 'frame'>): string[] {
  return frame.filter((file) => file.endsWith('.css'));
}

/**
 * Whether a parser of HTML finds in a style element exactly this text, whose hash is that of the file: `</style` would end it, and CR and
 * NUL are replaced. Relative addresses mean other files in the HTML.
 */
function isInlinable(css: string): boolean {
  return !(/<\/style|[\r\0]/i.test(css) || /@import|url\((?!["']?(?:data:|#))/i.test(css));
}
