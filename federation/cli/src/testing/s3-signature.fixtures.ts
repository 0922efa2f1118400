import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const hex = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4 of a request, computed from what arrived; undefined: it is signed as it has to be. */
export function signatureFault(
  request: IncomingMessage,
  body: Buffer,
  credentials: Credentials,
): string | undefined {
  const header = request.headers.authorization ?? '';
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (parts === null) return 'AccessDenied';
  const [, id, day = '', region = '', signedHeaders = '', signature] = parts;
  if (id !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  const payloadHash = String(request.headers['x-amz-content-sha256']);
  if (payloadHash !== hex(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url ?? '/', 'http://store');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), signedHeaders, payloadHash].join(
    '\n',
  );
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, hex(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), region),
  );
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
