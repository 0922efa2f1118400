import type { ResponsePromise } from 'ky';
import { ApiError } from './api-error.ts';

/** The server composes a document before it sends the first byte: 100 invoices take a while on a busy machine. */
export const documentWaitMs = 60_000;
/** A line is slow as long as it brings anything within this time, and broken after it. */
const silenceMs = 30_000;

/**
 * Reads the document of a response, however long that takes, until nothing arrives for 30 seconds. Refuses another media type than
 * `accept`: the login page of a Wi-Fi network comes with status 200 too.
 */
export async function readDocument(pending: ResponsePromise, accept: string): Promise<Blob> {
  const response = await pending;
  const type = response.headers.get('Content-Type') ?? '';
  const reader = response.body?.getReader();
  if (reader === undefined || essenceOf(type) !== essenceOf(accept)) {
    // Another document than the one that was asked for, or none, is not worth its bytes.
    void reader?.cancel().catch(() => undefined);
    throw new ApiError({ status: response.status, code: 'contract_violation', message: `not ${accept}` });
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let part = await readPart(reader); !part.done; part = await readPart(reader)) parts.push(part.value);
  return new Blob(parts, { type });
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

async function readPart(reader: Reader): ReturnType<Reader['read']> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => silence.reject(new ApiError({ status: 0, code: 'upstream_timeout' })),
    silenceMs,
  );
  try {
    return await Promise.race([reader.read(), silence.promise]);
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** `text/csv; charset=utf-8` → `text/csv`. */
function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}
