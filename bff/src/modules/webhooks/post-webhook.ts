import { lookup, Resolver } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { deliveryFailures } from '@portal/contract/webhook-deliveries';
import { hostOf, isPublicAddress } from './public-address.ts';

export interface AttemptResult {
  duration_ms: number;
  response_status: number | null;
  /** Null if the server has taken the event. */
  failure: (typeof deliveryFailures)[number] | null;
  /** The beginning of the response's body; null without a response. */
  response_body: string | null;
}

interface PostOptions {
  /** Whether only addresses of the public internet are connected to. */
  publicOnly: boolean;
  timeoutMs?: number;
  /** Returns the IP addresses of a host name. */
  resolve?: (hostname: string) => Promise<string[]>;
}

/** An attempt, from the search for the address to the end of the response. */
const attemptMs = 10_000;
/** What is read of a response. */
const longestResponse = 4_096;
const longestStoredBody = 500;
/** Interim responses (1xx) before the final one. */
const mostAnnouncements = 8;

class AddressRefused extends Error {}

/**
 * Posts JSON to a customer's server. Every connection is a new one, to an address that was checked after the name was resolved:
 * a name that resolves to another address later gains nothing. Redirects are not followed. Never rejects.
 */
export async function postWebhook(
  url: URL,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  { publicOnly, timeoutMs = attemptMs, resolve = publicOnly ? resolvePublicName : resolveName }: PostOptions,
): Promise<AttemptResult> {
  const started = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  const duration = () => Math.round(performance.now() - started);
  try {
    if (publicOnly && isIP(hostOf(url)) !== 0) refuseSpecial([hostOf(url)]);
    const lookupChecked = checkedLookup(resolve, publicOnly);
    const { status, text } = await send(url, { headers, body, lookup: lookupChecked, signal: timeout });
    const failure = status >= 200 && status < 300 ? null : 'status';
    return { duration_ms: duration(), response_status: status, failure, response_body: text };
  } catch (error) {
    const failure = timeout.aborted ? 'timeout' : failureOf(error);
    return { duration_ms: duration(), response_status: null, failure, response_body: null };
  }
}

interface Request {
  headers: Readonly<Record<string, string>>;
  body: string;
  lookup: LookupFunction;
  signal: AbortSignal;
}

function send(url: URL, { body, headers, ...options }: Request): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const sent = request(url, {
    ...options,
    method: 'POST',
    // No connection is shared: each is checked when it is made.
    agent: false,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Portal-Webhooks/1',
      accept: '*/*',
    },
  });
  sent.on('error', reject);
  // Whatever else a server does, the attempt ends: with its connection, or with its time.
  sent.on('close', () => reject(new Error('the connection was closed')));
  options.signal.addEventListener('abort', () => reject(options.signal.reason), { once: true });
  let announced = 0;
  sent.on('information', () => {
    announced += 1;
    if (announced > mostAnnouncements) sent.destroy(new Error('too many interim responses'));
  });
  sent.on('upgrade', ({ statusCode = 0 }, socket) => {
    socket.destroy();
    resolve({ status: statusCode, text: '' });
  });
  sent.on('response', (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => {
      const text = Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\uFFFD');
      resolve({ status: response.statusCode ?? 0, text: [...text].slice(0, longestStoredBody).join('') });
      sent.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, longestResponse - size));
      size += chunk.length;
      if (size >= longestResponse) finish();
    });
    response.on('end', finish);
    response.on('error', reject);
  });
  sent.end(body);
  return promise;
}

/** Resolves a name for the socket that connects to it: what it returns is what the socket connects to. */
function checkedLookup(
  resolve: (hostname: string) => Promise<string[]>,
  publicOnly: boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        try {
          if (publicOnly) refuseSpecial(addresses);
          const found = addresses.map((address) => ({ address, family: isIP(address) }));
          const [first] = found;
          if (first === undefined) throw new Error(`no address of ${hostname}`);
          if (options.all === true) callback(null, found);
          else callback(null, first.address, first.family);
        } catch (error) {
          callback(asError(error), []);
        }
      },
      (error: unknown) => callback(asError(error), []),
    );
  };
}

/** One special address is enough: a name that has both kinds tries its luck. */
function refuseSpecial(addresses: readonly string[]): void {
  if (!addresses.every(isPublicAddress)) throw new AddressRefused();
}

/** Asks name servers, with sockets of its own: names of this machine's files are not public, and its threads are few. */
async function resolvePublicName(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

async function resolveName(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

function failureOf(error: unknown): AttemptResult['failure'] {
  if (error instanceof AddressRefused) return 'address_refused';
  const code = String(Object(error).code ?? '');
  return /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)|EPROTO/.test(code)
    ? 'certificate'
    : 'unreachable';
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
