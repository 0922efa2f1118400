import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { configureApi } from './api-settings.ts';
import { requestFile } from './request.ts';

const second = 1_000;
let send: ReadableStreamDefaultController<Uint8Array>;
let isCancelled = false;

beforeEach(() => {
  configureApi({ baseUrl: 'https://bff.example.net' });
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Responds immediately with a body whose bytes the test sends. */
function respond(type: string): void {
  isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = controller;
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const response = new Response(body, { headers: { 'Content-Type': type } });
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(response);
}

const bytes = (text: string) => new TextEncoder().encode(text);
const outcome = (call: Promise<Blob>) =>
  call.then(
    (file) => file,
    (error: unknown) => error,
  );

describe('a document', () => {
  it('arrives however slow the line is', async () => {
    respond('application/zip');
    const file = outcome(requestFile('/v1/all.zip', 'application/zip'));
    for (const part of ['P', 'K', '!']) {
      await jest.advanceTimersByTimeAsync(25 * second);
      send.enqueue(bytes(part));
    }
    send.close();
    await jest.advanceTimersByTimeAsync(0);
    const saved = await file;
    if (!(saved instanceof Blob)) throw new Error('not a file', { cause: saved });
    expect(saved.size).toBe(3);
    expect(saved.type).toBe('application/zip');
  });

  it('takes too long when nothing arrives any more', async () => {
    respond('application/zip');
    const file = outcome(requestFile('/v1/all.zip', 'application/zip'));
    await jest.advanceTimersByTimeAsync(second);
    send.enqueue(bytes('PK'));
    await jest.advanceTimersByTimeAsync(31 * second);
    expect(await file).toMatchObject({ name: 'ApiError', code: 'upstream_timeout' });
    expect(isCancelled).toBe(true);
  });

  it('is waited for while the server composes it, but not forever', async () => {
    jest.spyOn(globalThis, 'fetch').mockReturnValue(Promise.withResolvers<Response>().promise);
    const wait = jest.fn();
    const file = outcome(requestFile('/v1/all.zip', 'application/zip')).finally(wait);
    await jest.advanceTimersByTimeAsync(50 * second);
    expect(wait).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(20 * second);
    expect(await file).toMatchObject({ name: 'ApiError', code: 'upstream_timeout' });
  });

  it('is not the page that a Wi-Fi network shows instead', async () => {
    respond('text/html');
    const file = outcome(requestFile('/v1/all.zip', 'application/zip'));
    send.enqueue(bytes('<html>Log in</html>'));
    send.close();
    await jest.advanceTimersByTimeAsync(0);
    expect(await file).toMatchObject({ name: 'ApiError', code: 'contract_violation' });
  });

  it('may have parameters in its media type', async () => {
    respond('text/csv; charset=utf-8; header=present');
    const file = outcome(requestFile('/v1/lines', 'text/csv'));
    send.enqueue(bytes('a,b'));
    send.close();
    await jest.advanceTimersByTimeAsync(0);
    expect(await file).toBeInstanceOf(Blob);
  });
});
