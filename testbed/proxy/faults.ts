import type { IncomingMessage, ServerResponse } from 'node:http';

interface FaultyExchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  /** The portal's own response. */
  fetchBody: () => Promise<{ headers: Headers; body: Buffer }>;
}

/** A way to respond wrongly to a request. */
export type Fault = (exchange: FaultyExchange) => void;

/** The global that tampered code sets when a browser runs it. */
export const tamperMark = 'portalTampered';

/** Faults of the transport of a file. */
export const transportFaults = {
  '404': ({ response }) => plain(response, 404, 'Not found'),
  '500': ({ response }) => plain(response, 500, 'Broken'),
  'HTML 200': ({ response }) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello</p>'),
  hang: () => undefined,
  reset: ({ response }) => void response.socket?.resetAndDestroy(),
  truncated: (exchange) =>
    void respondWith(exchange, (body, response, headers) => {
      response.writeHead(200, { ...headers, 'content-length': body.length });
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
    }),
  'wrong hash': altered(changedByte),
} satisfies Record<string, Fault>;

/** Responds with a changed file, as a compromised store would. */
export function altered(change: (body: Buffer) => Buffer): Fault {
  return (exchange) =>
    void respondWith(exchange, (body, response, headers) =>
      response.writeHead(200, headers).end(change(body)),
    );
}

/**
 * Names a wrong character encoding. The bytes match their hash, so the browser runs the script, whose text has a syntax
 * error.
 */
export const syntaxError: Fault = (exchange) =>
  void respondWith(exchange, (body, response, headers) =>
    response.writeHead(200, { ...headers, 'content-type': 'text/javascript; charset=utf-16le' }).end(body),
  );

/** Sends the portal's response after milliseconds. */
export function slow(delay: number): Fault {
  return (exchange) => {
    const timer = setTimeout(
      altered((body) => body),
      delay,
      exchange,
    );
    exchange.response.once('close', () => clearTimeout(timer));
  };
}

/** Changes one byte: a letter of the last word of at least three letters, so that the syntax stays valid. */
export function changedByte(body: Buffer): Buffer {
  const text = body.toString('latin1');
  const at = Math.max(0, text.search(/[a-z]{3}(?![\s\S]*[a-z]{3})/));
  const changed = Buffer.from(body);
  changed[at] = (body[at] ?? 0) === 0x78 ? 0x79 : 0x78;
  return changed;
}

async function respondWith(
  { response, fetchBody }: FaultyExchange,
  send: (body: Buffer, response: ServerResponse, headers: Record<string, string>) => void,
): Promise<void> {
  try {
    const { headers, body } = await fetchBody();
    const headersToSend = Object.fromEntries(
      [...headers].filter(
        ([name]) => !/^(?:content-(?:length|encoding)|transfer-encoding|connection)$/.test(name),
      ),
    );
    send(body, response, headersToSend);
  } catch {
    response.destroy();
  }
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}
