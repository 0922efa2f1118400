import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** Milliseconds from the start of the request to the last byte of the response. */
  time: number;
}

/** Sends one request to a local server with exactly these headers; without cookies, redirects and decompression. */
export async function rawRequest(
  url: string,
  { headers, body, ...options }: RequestOptions & { body?: string | Buffer | undefined },
): Promise<RawResponse> {
  const { host, port } = new URL(url);
  const started = performance.now();
  const outgoing = request({
    hostname: '127.0.0.1',
    port,
    agent: false,
    headers: { host, ...headers },
    ...options,
  });
  // `once` reports an error before the response, and `buffer` one after it.
  outgoing.on('error', () => undefined).end(body);
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (response === undefined) throw new Error(`no response to ${options.path}`);
  const bytes = await buffer(response);
  const time = performance.now() - started;
  const { statusCode: status = 0 } = response;
  return { status, headers: response.headers, bytes, text: bytes.toString(), time };
}

/** A browser's cookies as a `cookie` header. */
export function cookieHeader({ cookies }: { cookies: readonly { name: string; value: string }[] }): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
