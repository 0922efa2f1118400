import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface BffRequest {
  method?: string;
  path: string;
  /** An object is sent as JSON, a string unchanged. */
  body?: object | string | undefined;
  headers?: OutgoingHttpHeaders;
  /** Omits the portal's own header, which other sites cannot send. */
  isForeign?: boolean;
  /** Source address, any of 127.0.0.0/8. */
  from?: string;
}

export interface BffResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: checks read fields of any response, errors included.
  body: any;
  /** Milliseconds from the start of the request to the last byte of the response. */
  time: number;
}

/** Sends requests as a browser does: stores and sends cookies, and sends the header of the portal's own pages. */
export class BffClient {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  cookies: Record<string, string> = {};

  constructor(url: string, cookies: Record<string, string> = {}) {
    this.#url = new URL(url);
    this.cookies = { ...cookies };
  }

  get(path: string): Promise<BffResponse> {
    return this.send({ path });
  }

  post(path: string, body: object = {}): Promise<BffResponse> {
    return this.send({ method: 'POST', path, body });
  }

  put(path: string, body: object = {}): Promise<BffResponse> {
    return this.send({ method: 'PUT', path, body });
  }

  async send({ method = 'GET', path, body, headers, isForeign, from }: BffRequest): Promise<BffResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<BffResponse>();
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const cookie = Object.entries(this.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const started = performance.now();
    const outgoing = request(
      {
        hostname: '127.0.0.1',
        port: this.#url.port,
        method,
        path,
        // A reused connection would have the source address of an earlier request.
        agent: from === undefined ? this.#agent : false,
        ...(from !== undefined && { localAddress: from }),
        headers: {
          host: this.#url.host,
          ...(isForeign !== true && { 'x-requested-with': 'portal' }),
          ...(cookie !== '' && { cookie }),
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const time = performance.now() - started;
          const received = Buffer.concat(chunks).toString();
          const isJson = String(response.headers['content-type']).includes('json');
          this.#storeCookies(response.headers['set-cookie'] ?? []);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: received,
            body: isJson ? JSON.parse(received) : received,
            time,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }

  #storeCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) delete this.cookies[name];
      else this.cookies[name] = value;
    }
  }
}
