import { createServer, type ServerResponse } from 'node:http';
import { testPort } from '../../testing/local-port.ts';

export interface FakeRegister {
  url: () => string;
  /** The received requests, oldest first. */
  asked: unknown[];
  /** Sets the response to the next requests. */
  respondWith: (respond: (response: ServerResponse, question: { vatNumber: string }) => void) => void;
}

/** Responds like the REST interface of VIES. */
export function json(body: unknown, status = 200): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Responds with an error code of the interface, such as `MS_UNAVAILABLE`. */
export const refusal = (code: string) => json({ actionSucceed: false, errorWrappers: [{ error: code }] });

/** Lets a fake register run on this machine while tests do. */
export function startFakeRegister(): FakeRegister {
  const asked: unknown[] = [];
  let respond: (response: ServerResponse, question: { vatNumber: string }) => void = json({ valid: true });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const question = JSON.parse(Buffer.concat(chunks).toString()) as { vatNumber: string };
    asked.push(question);
    respond(response, question);
  });
  const port = testPort(server);
  return {
    url: () => `http://127.0.0.1:${port()}/check-vat-number`,
    asked,
    respondWith: (next) => {
      respond = next;
    },
  };
}
