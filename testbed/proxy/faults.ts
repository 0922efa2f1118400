import type { IncomingMessage, ServerResponse } from 'node:http';

interface FaultyExchange {
  incoming: IncomingMessage;
  answer: ServerResponse;
  /** What the portal itself answers. */
  fetchBody: () => Promise<{ status: number; headers: Headers; body: Buffer }>;
}

/** A wrong way to answer a request. */
export type Fault = (exchange: FaultyExchange) => void;

/** Global that altered code sets when a browser runs it in spite of its hash. */
export const tamperMark = 'portalTampered';

/** What can happen to a file on its way. */
export const transportFaults = {
  '404': ({ answer }) => plain(answer, 404, 'Not found'),
  '500': ({ answer }) => plain(answer, 500, 'Broken'),
  'HTML 200': ({ answer }) =>
    void answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello</p>'),
  hang: () => undefined,
  reset: ({ answer }) => void answer.socket?.resetAndDestroy(),
  truncated: (exchange) =>
    void answerWith(exchange, (body, answer, headers) => {
      answer.writeHead(200, { ...headers, 'content-length': body.length });
      answer.write(body.subarray(0, body.length / 2), () => answer.destroy());
    }),
  'wrong hash': altered((body) => changedByte(body)),
} satisfies Record<string, Fault>;

/** Answers with the file after a change, as a store that somebody got into would. */
export function altered(change: (body: Buffer, contentType: string) => Buffer): Fault {
  return (exchange) =>
    void answerWith(exchange, (body, answer, headers) =>
      answer.writeHead(200, headers).end(change(body, headers['content-type'] ?? '')),
    );
}

/** One byte other than it was: a letter inside the last word of at least three letters, so that the syntax stays right. */
function changedByte(body: Buffer): Buffer {
  const text = body.toString('latin1');
  const at = Math.max(0, text.search(/[a-z]{3}(?![\s\S]*[a-z]{3})/));
  const changed = Buffer.from(body);
  changed[at] = (body[at] ?? 0) === 0x78 ? 0x79 : 0x78;
  return changed;
}

async function answerWith(
  { answer, fetchBody }: FaultyExchange,
  send: (body: Buffer, answer: ServerResponse, headers: Record<string, string>) => void,
): Promise<void> {
  try {
    const { headers, body } = await fetchBody();
    const kept = Object.fromEntries(
      [...headers].filter(
        ([name]) => !/^(?:content-(?:length|encoding)|transfer-encoding|connection)$/.test(name),
      ),
    );
    send(body, answer, kept);
  } catch {
    answer.destroy();
  }
}

function plain(answer: ServerResponse, status: number, text: string): void {
  answer.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}
