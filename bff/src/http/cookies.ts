import type { FastifyReply, FastifyRequest } from 'fastify';

interface CookieOptions {
  secure: boolean;
  /** Without it the cookie ends with the browser session; 0 removes the cookie. */
  maxAgeSeconds?: number;
}

/** Reads a cookie of the request. The first of several counts: browsers send the most specific one first. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Sets a cookie that scripts cannot read and that requests of other sites do not carry. The value must be URL-safe. */
export function writeCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { secure, maxAgeSeconds }: CookieOptions,
): void {
  const attributes = [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ];
  reply.header('set-cookie', attributes.join('; '));
}
