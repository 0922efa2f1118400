import type { FastifyRequest } from 'fastify';

/** The user-id and password of HTTP Basic, RFC 7617. */
export interface BasicCredentials {
  user: string;
  password: string;
}

/**
 * The credentials of a program's request; undefined without them. Those of a browser do not count: it sends what was once
 * entered with requests of any page, as it does cookies. Only browsers say which site a request comes from.
 */
export function basicCredentials({ headers }: FastifyRequest): BasicCredentials | undefined {
  if (headers['sec-fetch-site'] !== undefined) return undefined;
  const [, encoded] = /^basic +([\w+/-]+=*)$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Whether a page of the portal, or any other page, has sent the request: a challenge would open the browser's own dialog. */
export function isFromPage({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined || headers['x-requested-with'] === 'portal';
}
