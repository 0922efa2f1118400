import { Agent, type OutgoingHttpHeaders } from 'node:http';
import { type RawResponse, rawRequest } from './raw-request.ts';

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

export interface BffResponse extends RawResponse {
  // biome-ignore lint/suspicious/noExplicitAny: checks read fields of any response, errors included.
  body: any;
}

/** Sends requests as a browser does: stores and sends cookies, and sends the header of the portal's own pages. */
export class BffClient {
  readonly url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  cookies: Record<string, string>;

  constructor(url: string, cookies: Record<string, string> = {}) {
    this.url = url;
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
    const sent = typeof body === 'object' ? JSON.stringify(body) : body;
    const cookie = Object.entries(this.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const response = await rawRequest(this.url, {
      method,
      path,
      body: sent,
      // A reused connection would have the source address of an earlier request.
      ...(from === undefined ? { agent: this.#agent } : { localAddress: from }),
      headers: {
        ...(isForeign !== true && { 'x-requested-with': 'portal' }),
        ...(cookie !== '' && { cookie }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
        ...headers,
      },
    });
    storeCookies(this.cookies, response);
    const isJson = String(response.headers['content-type']).includes('json');
    return { ...response, body: isJson ? JSON.parse(response.text) : response.text };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Stores a response's cookies, as a browser does. */
export function storeCookies(cookies: Record<string, string>, { headers }: RawResponse): void {
  for (const line of headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0/i.test(line)) delete cookies[name];
    else cookies[name] = value;
  }
}

/** A response as text, without its request id, its date, and what `varying` matches. */
export function comparable({ status, headers, text }: RawResponse, varying: RegExp): string {
  const { date: _, 'x-request-id': __, ...rest } = headers;
  return JSON.stringify([status, rest, text.replace(/"request_id":"[^"]*"/, '').replace(varying, '')]);
}
