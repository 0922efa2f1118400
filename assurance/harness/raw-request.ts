import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** One request with exactly these headers, `host` included; no cookie jar, no redirects, no decompression. */
export function rawRequest(
  url: string,
  { method = 'GET', path, headers = {} }: { method?: string; path: string; headers?: OutgoingHttpHeaders },
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const { hostname, port } = new URL(url);
  const outgoing = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () =>
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: Buffer.concat(chunks).toString(),
      }),
    );
    answer.on('error', reject);
  });
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}

/** A browser's cookies as a header. */
export function cookieHeader({ cookies }: { cookies: readonly { name: string; value: string }[] }): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
