/** A release with the id of its area, or `host`. `base`: absolute URL or absolute path of its folder. */
interface OwnedRelease {
  unit: string;
  release: { base: string };
}

/** The release whose folder contains a file; undefined for any other file. `page`: absolute URL of the page. */
export function ownerOf<Owner extends OwnedRelease>(
  owners: readonly Owner[],
  address: string,
  page: string,
): Owner | undefined {
  if (!URL.canParse(address, page)) return undefined;
  const { href } = new URL(address, page);
  return owners.find(({ release }) => href.startsWith(new URL(release.base, page).href));
}

/**
 * The release that code belongs to, from the addresses of its frames, innermost first: the first area's, because areas
 * call functions of the host and the host's functions fail for what they are called with; otherwise the host's.
 * Undefined when no frame lies in a release.
 */
export function ownerOfFrames<Owner extends OwnedRelease>(
  owners: readonly Owner[],
  addresses: readonly string[],
  page: string,
): Owner | undefined {
  const found = addresses.flatMap((address) => ownerOf(owners, address, page) ?? []);
  return found.find(({ unit }) => unit !== 'host') ?? found[0];
}

/** Frames of a stack that are read. */
const frameLimit = 50;

/** The addresses of a stack's frames, innermost first, each with its line and column. The error's message is left out. */
export function framesOf(stack: string): string[] {
  const frames = stack.split('\n', 2 * frameLimit).flatMap((line) => {
    // Chromium: `    at name (https://…:1:2)`. Firefox and Safari: `name@https://…:1:2`.
    const isFrame = /^\s+at |@https?:/.test(line);
    const from = line.search(/https?:\/\//);
    return isFrame && from >= 0 ? [line.slice(from)] : [];
  });
  return frames.slice(0, frameLimit);
}
