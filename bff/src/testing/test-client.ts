import type { FastifyInstance, InjectOptions } from 'fastify';

export interface TestResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely; the routes hold them to the contract.
  body: any;
  headers: Record<string, string | number | string[] | undefined>;
}

/** Acts as a browser: stores cookies and sends the headers that the portal's pages send. */
export class TestClient {
  readonly #app: FastifyInstance;
  cookies: Record<string, string> = {};

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  get(url: string, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.send({ method: 'GET', url, headers });
  }

  post(url: string, payload: object = {}, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.send({ method: 'POST', url, payload, headers });
  }

  put(url: string, payload: object = {}, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.send({ method: 'PUT', url, payload, headers });
  }

  async send({ headers, ...options }: InjectOptions): Promise<TestResponse> {
    const response = await this.#app.inject({
      ...options,
      headers: { 'x-requested-with': 'portal', ...headers },
      cookies: this.cookies,
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) delete this.cookies[name];
      else this.cookies[name] = value;
    }
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      headers: response.headers,
    };
  }
}
