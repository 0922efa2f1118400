import { AwsClient } from 'aws4fetch';
import {
  type ListedFile,
  type ReleaseStore,
  StoreConflict,
  type StoredFile,
  StoreError,
  sha256,
} from './release-store.ts';

interface S3Options {
  /** Without a slash at its end. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Path inside the bucket; empty, or with a slash at its end. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const probeFile = 'conditional-writes';

/**
 * S3-compatible storage with conditional writes (`If-Match`, `If-None-Match`). It has no lock: of two writers that read
 * the same composition, one is refused.
 */
export function s3Store(options: S3Options): ReleaseStore {
  const { endpoint, bucket, prefix } = options;
  const send = sender(options);
  const addressOf = (path: string) => `${endpoint}/${bucket}/${encodePath(prefix + path)}`;
  const read = async (path: string) => storedFile(await send(addressOf(path), { method: 'GET' }, [404]));
  const isRefused = async (path: string, content: Buffer, condition: Record<string, string>) => {
    const headers = { 'content-type': mediaType(path), 'cache-control': cacheControl(path), ...condition };
    return !(await send(addressOf(path), { method: 'PUT', body: Buffer.from(content), headers }, [409, 412]))
      .ok;
  };
  let isProbed = false;
  // Some storage accepts conditions and ignores them: both of two writers would succeed.
  const probe = async () => {
    await isRefused(probeFile, Buffer.from('probe'), {});
    if (!(await isRefused(probeFile, Buffer.from('again'), { 'if-none-match': '*' })))
      throw new StoreError(
        `${endpoint} ignores conditional writes (If-None-Match): it cannot hold compositions`,
      );
    isProbed = true;
  };
  const put = async (path: string, content: Buffer, condition: Record<string, string>) => {
    if (!isProbed) await probe();
    if (!(await isRefused(path, content, condition))) return;
    // If the response to a successful request was lost, its repetition is refused although the content is stored.
    const found = await read(path);
    if (found === undefined || !found.content.equals(content))
      throw new StoreConflict(`${path} in ${bucket} was changed meanwhile`);
  };
  return {
    place: `s3://${bucket}/${prefix} at ${endpoint}`,
    read,
    write: async (path, content) => {
      await isRefused(path, content, {});
    },
    create: (path, content) => put(path, content, { 'if-none-match': '*' }),
    swap: (path, content, expected) =>
      put(path, content, expected === null ? { 'if-none-match': '*' } : { 'if-match': expected }),
    list: (path) => listAll(send, `${endpoint}/${bucket}`, prefix, path),
    remove: async (path) => {
      await send(addressOf(path), { method: 'DELETE' }, [404]);
    },
    exclusively: (work) => work(),
  };
}

type Send = (url: string, init: RequestInit, accepted: number[]) => Promise<Response>;

/** Signs and sends a request. Throws StoreError unless the response is successful or has an accepted status. */
function sender({ accessKeyId, secretAccessKey, region }: S3Options): Send {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });
  return async (url, init, accepted) => {
    const body = Buffer.isBuffer(init.body) ? init.body : Buffer.alloc(0);
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      'x-amz-content-sha256': sha256(body),
    };
    const response = await client.fetch(url, { ...init, headers }).catch((error: unknown) => {
      throw new StoreError(`${new URL(url).origin} cannot be reached`, { cause: error });
    });
    if (response.ok || accepted.includes(response.status)) return response;
    const code = /<Code>([^<]*)/.exec(await response.text())?.[1] ?? '';
    throw new StoreError(
      `${init.method} ${new URL(url).pathname} returned ${response.status} ${code}`.trim(),
    );
  };
}

async function storedFile(response: Response): Promise<StoredFile | undefined> {
  const content = Buffer.from(await response.arrayBuffer());
  if (!response.ok) return undefined;
  const tag = response.headers.get('etag');
  if (tag === null) throw new StoreError(`${response.url} has no ETag: a change would not be safe`);
  return { content, tag };
}

async function listAll(send: Send, bucket: string, prefix: string, path: string): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + path });
    if (token !== undefined) query.set('continuation-token', token);
    const response = await send(`${bucket}?${query}`, { method: 'GET' }, []);
    const page = readListPage(await response.text());
    files.push(...page.files.map((file) => ({ ...file, path: file.path.slice(prefix.length) })));
    token = page.next;
  } while (token !== undefined);
  return files;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function cacheControl(path: string): string {
  return /^(?:host|remotes)\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

const mediaTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

function mediaType(path: string): string {
  return mediaTypes[/\.(\w+)$/.exec(path)?.[1] ?? ''] ?? 'application/octet-stream';
}

interface ListPage {
  files: ListedFile[];
  /** Token of the next page. */
  next: string | undefined;
}

/** Reads one response of ListObjectsV2 (XML); paths are the keys as stored. */
function readListPage(xml: string): ListPage {
  const [head = '', ...entries] = xml.split('<Contents>');
  const files = entries.map((entry) => ({
    path: textOf(entry, 'Key') ?? '',
    size: Number(textOf(entry, 'Size')),
    modified: new Date(textOf(entry, 'LastModified') ?? ''),
  }));
  // Some servers write it before the entries, others after them.
  return {
    files,
    next: textOf(head, 'NextContinuationToken') ?? textOf(entries.at(-1) ?? '', 'NextContinuationToken'),
  };
}

function textOf(xml: string, tag: string): string | undefined {
  const [, rest] = xml.split(`<${tag}>`, 2);
  const text = rest?.split('<', 1)[0];
  return text === undefined ? undefined : plainText(text);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plainText(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[name] ?? whole;
  });
}
