import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends one request with exactly these headers, `host` included; without cookies, redirects and decompression. */
export function rawRequest(
  url: string,
  { method = 'GET', path, headers = {} }: { method?: string; path: string; headers?: OutgoingHttpHeaders },
): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const { hostname, port } = new URL(url);
  const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks).toString(),
      }),
    );
    response.on('error', reject);
  });
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}

/** A browser's cookies as a `cookie` header. */
export function cookieHeader({ cookies }: { cookies: readonly { name: string; value: string }[] }): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
