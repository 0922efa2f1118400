import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { OperatorError } from '../errors/operator-error.ts';

/** A record of a source with the place where it begins. */
export interface SourceRecord {
  text: string;
  file: string;
  line: number;
  /** The last line of a file, if nothing ends it. Whether the file was cut in it cannot be seen. */
  hasNoEnd?: boolean;
}

/** What a source has between two places, both of them between records. */
export interface SourcePart {
  records(): SourceRecord[];
  /** The bytes of the source up to the end of this part. */
  bytes: number;
  /** Returns their hash. */
  hash(): string;
}

/** How records follow each other: one a line, or JSON documents of one or several lines. */
export type Layout = 'lines' | 'documents';

const chunkBytes = 1024 * 1024;
/** A part is at least as long unless the records come slowly: some thousand lines, or about a thousand documents. */
const partBytes: Readonly<Record<Layout, number>> = { lines: chunkBytes, documents: 8 * chunkBytes };
/** How long the first record of a part waits for further ones, as in a pipe. A part costs as much as some hundred records. */
const waitMs = 250;
/** More than any telephone system writes. A file without line breaks must not fill the memory. */
const maxRecordBytes = 16 * 1024 * 1024;

interface Piece {
  data: Buffer;
  file: string;
  firstLine: number;
  hasNoEnd?: boolean;
}

/**
 * Reads files as one source, in parts. Blank lines are no records. A part ends at `cutAt`, a number of bytes, if it is between records:
 * where parts end otherwise also depends on how fast the records come.
 */
export async function* readRecords(
  files: readonly string[],
  layout: Layout,
  cutAt = 0,
): AsyncGenerator<SourcePart> {
  const whole = createHash('sha256');
  let bytes = 0;
  let pieces: Piece[] = [];
  let size = 0;
  for await (const piece of withPauses(piecesOf(files, layout), () => size > 0)) {
    if (piece === undefined) {
      yield nextPart();
      continue;
    }
    for (const each of cut(piece, cutAt - bytes - size, layout)) {
      whole.update(each.data);
      pieces.push(each);
      size += each.data.length;
      if (size >= partBytes[layout] || bytes + size === cutAt) yield nextPart();
    }
  }
  if (size > 0) yield nextPart();

  function nextPart(): SourcePart {
    const [ofPart, upToHere] = [pieces, whole.copy()];
    bytes += size;
    [pieces, size] = [[], 0];
    return {
      bytes,
      hash: () => upToHere.copy().digest('hex'),
      records: () => ofPart.flatMap((piece) => recordsOf(piece, layout)),
    };
  }
}

/** The items, and undefined when `isWaiting` says so and the one after the last pause does not come soon. */
async function* withPauses<Item>(
  items: AsyncGenerator<Item>,
  isWaiting: () => boolean,
): AsyncGenerator<Item | undefined> {
  let until = Number.POSITIVE_INFINITY;
  let isPaused = false;
  try {
    for (let next = items.next(); ; next = items.next()) {
      if (!isWaiting()) until = Number.POSITIVE_INFINITY;
      else if (until === Number.POSITIVE_INFINITY) until = performance.now() + waitMs;
      if (!(await isSoon(next, until - performance.now()))) {
        isPaused = true;
        yield undefined;
        isPaused = false;
        until = Number.POSITIVE_INFINITY;
      }
      const { done, value } = await next;
      if (done === true) return;
      yield value;
    }
  } finally {
    const ended = items.return(undefined).catch(() => undefined);
    // An item that has not come may never come.
    if (!isPaused) await ended;
  }
}

/** Whether a promise settles within so many milliseconds. */
async function isSoon(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  if (milliseconds === Number.POSITIVE_INFINITY) return true;
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, Math.max(0, milliseconds), false);
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A piece in two, if so many of its bytes are whole records. */
function cut(piece: Piece, at: number, layout: Layout): Piece[] {
  const { data, file, firstLine } = piece;
  const isWithin = at > 0 && at < data.length;
  if (!isWithin || endOfRecords(data.subarray(0, at), layout) !== at) return [piece];
  const first = { data: data.subarray(0, at), file, firstLine };
  return [first, { ...piece, data: data.subarray(at), firstLine: firstLine + countLines(first.data) }];
}

async function* piecesOf(files: readonly string[], layout: Layout): AsyncGenerator<Piece> {
  for (const file of files) {
    let rest = Buffer.alloc(0);
    let firstLine = 1;
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
      const data = Buffer.concat([rest, chunk]);
      const end = endOfRecords(data, layout);
      rest = data.subarray(end);
      if (rest.length > maxRecordBytes)
        throw new OperatorError(
          `${file} contains no records: more than ${maxRecordBytes} bytes belong together.`,
        );
      if (end === 0) continue;
      const piece = data.subarray(0, end);
      yield { data: piece, file, firstLine };
      firstLine += countLines(piece);
    }
    if (firstLine === 1 && /\r[^\r]/.test(rest.toString('latin1')))
      throw new OperatorError(`The lines of ${file} end with CR. Save it with LF or CRLF as line ends.`);
    // A document needs no line end: without its closing brace it is none.
    if (rest.length > 0) yield { data: rest, file, firstLine, hasNoEnd: layout === 'lines' };
  }
}

const lineFeed = 10;

/** The end of the last whole line, or of the last whole document. */
function endOfRecords(data: Buffer, layout: Layout): number {
  const end = data.lastIndexOf(lineFeed) + 1;
  if (layout === 'lines' || end === 0) return end;
  // A document of several lines begins with a line `{` and ends with a line `}`.
  const opening = data.lastIndexOf('\n{\n', end) + 1;
  const isOpen =
    (opening > 0 || data.indexOf('{\n') === 0) && data.lastIndexOf('\n}', Math.max(0, end - 2)) < opening;
  return isOpen ? opening : end;
}

function countLines(data: Buffer): number {
  let count = 0;
  for (let at = data.indexOf(lineFeed); at !== -1; at = data.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

function recordsOf({ data, file, firstLine, hasNoEnd = false }: Piece, layout: Layout): SourceRecord[] {
  const lines = data.toString('utf8').split('\n');
  const found = layout === 'lines' ? linesOf(lines) : documentsOf(lines);
  return found.map(([index, text]) => ({ text, file, line: firstLine + index, hasNoEnd }));
}

type NumberedText = readonly [index: number, text: string];

const control = /[^\P{Cc}\t]|\uFEFF/u;
const controls = /[^\P{Cc}\t]|\uFEFF/gu;

/**
 * Only a line feed ends a line: callers choose their names, and a name with another separator of Unicode must not hide a call, as
 * it would with `node:readline`. Other control characters are dropped: the database stores no NUL, and a terminal that lists
 * faults obeys escapes.
 */
function linesOf(lines: readonly string[]): NumberedText[] {
  const found: NumberedText[] = [];
  for (const [index, line] of lines.entries()) {
    const text = control.test(line) ? line.replace(controls, '') : line;
    if (text.trim() !== '') found.push([index, text]);
  }
  return found;
}

/** A line that is `{` begins a document that a line `}` ends; any other line is a document. */
function documentsOf(lines: readonly string[]): NumberedText[] {
  const found: NumberedText[] = [];
  let open: { index: number; lines: string[] } | undefined;
  const finish = () => {
    if (open !== undefined) found.push([open.index, open.lines.join('\n')]);
    open = undefined;
  };
  for (const [index, raw] of lines.entries()) {
    const line = raw.replace(/^\uFEFF/, '').trimEnd();
    // A document whose end is missing ends where the next one begins.
    if (line === '{') {
      finish();
      open = { index, lines: [line] };
    } else if (open === undefined) {
      if (line !== '') found.push([index, line]);
    } else {
      open.lines.push(line);
      if (line === '}') finish();
    }
  }
  finish();
  return found;
}
