import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/http-error.ts';

/**
 * Refuses requests that hold text which PostgreSQL cannot store, before any route reads them, and those without a Host header or with
 * several, of which a proxy may have checked another one than Node reads (RFC 9112). Also reduces X-Forwarded-For to addresses.
 */
export function refuseUnreadableText(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { headers, httpVersion, rawHeaders } = request.raw;
    const hosts = countHosts(rawHeaders);
    if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0'))
      throw new HttpError('bad_parameter', { params: { header: 'Host' } });
    const forwardedFor = headers['x-forwarded-for'];
    if (forwardedFor !== undefined) headers['x-forwarded-for'] = addressesOf(String(forwardedFor));
  });
  app.addHook('preValidation', async ({ params, query, body }) => {
    for (const part of [params, query, body]) checkText(part);
  });
}

/** `rawHeaders` has names and values by turns. */
function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
}

function checkText(part: unknown): void {
  let level = [part];
  while (level.length > 0) {
    if (level.some((value) => typeof value === 'string' && !isStorable(value)))
      throw new HttpError('bad_parameter');
    level = level.flatMap(partsOf);
  }
}

function partsOf(value: unknown): unknown[] {
  // The keys of an array are its indexes.
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? [...Object.keys(value), ...Object.values(value)] : [];
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair, which is no UTF-8. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * Returns the addresses of X-Forwarded-For without ports. Whatever stands before an entry that is no address was not
 * written by a proxy that can be trusted, and is dropped with it.
 */
export function addressesOf(forwardedFor: string): string {
  const addresses = forwardedFor.split(',').map(addressOf);
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ');
}

/** `192.0.2.1:443`, `[2001:db8::1]:443` and `2001:db8::1` → the address alone; undefined for anything else. */
function addressOf(entry: string): string | undefined {
  const [, inBrackets, withPort] =
    /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry.trim()) ?? [];
  const address = inBrackets ?? withPort ?? entry.trim();
  // A zone such as %eth0 names an interface of another machine.
  return isIP(address) > 0 && !address.includes('%') ? address : undefined;
}
