import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface BffRequest {
  method?: string;
  path: string;
  /** Sent as JSON; a text goes as it is. */
  body?: object | string | undefined;
  headers?: OutgoingHttpHeaders;
  /** Leave the portal's own header away, as other sites have to. */
  isForeign?: boolean;
  /** Address of this machine to come from: the whole of 127.0.0.0/8 is its own. */
  from?: string;
}

export interface BffAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bars look into answers freely, refusals included.
  body: any;
  /** Milliseconds from the request's last byte to the answer's. */
  time: number;
}

/** What of a browser the BFF sees: cookies kept and sent, and the header of the portal's own pages. */
export class BffClient {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  cookies: Record<string, string> = {};

  constructor(url: string, cookies: Record<string, string> = {}) {
    this.#url = new URL(url);
    this.cookies = { ...cookies };
  }

  get(path: string): Promise<BffAnswer> {
    return this.send({ path });
  }

  post(path: string, body: object = {}): Promise<BffAnswer> {
    return this.send({ method: 'POST', path, body });
  }

  put(path: string, body: object = {}): Promise<BffAnswer> {
    return this.send({ method: 'PUT', path, body });
  }

  async send({ method = 'GET', path, body, headers, isForeign, from }: BffRequest): Promise<BffAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<BffAnswer>();
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
        // A connection keeps the address that it came from.
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
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const time = performance.now() - started;
          const answered = Buffer.concat(chunks).toString();
          const isJson = String(answer.headers['content-type']).includes('json');
          this.#keep(answer.headers['set-cookie'] ?? []);
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: answered,
            body: isJson ? JSON.parse(answered) : answered,
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

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) delete this.cookies[name];
      else this.cookies[name] = value;
    }
  }
}
