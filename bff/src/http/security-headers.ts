import type { FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify';

interface Security {
  /** The portal stands on https alone. */
  isSecure: boolean;
}

/** What a page of HTML loosens for itself; a JSON answer, a document, an error loads and frames nothing. */
const closedPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

function baseline({ isSecure }: Security): Record<string, string> {
  return {
    'content-security-policy': closedPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    'cache-control': 'no-store',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** Puts the security headers on every answer, errors included. A route's own value wins. */
export function securityHeaders(app: FastifyInstance, security: Security): void {
  app.addHook('onSend', async (_request, reply) => addSecurityHeaders(reply, security));
}

/** For answers that no hook sees. */
export function addSecurityHeaders(reply: FastifyReply, security: Security): void {
  // Nobody keeps a refusal: what is missing or broken now may be there in a moment.
  if (reply.statusCode >= 400) reply.header('cache-control', 'no-store');
  for (const [name, value] of Object.entries(baseline(security)))
    if (!reply.hasHeader(name)) reply.header(name, value);
  reply.header('x-request-id', reply.request.id);
}

const statusOfCode: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Answers what is no HTTP: no request comes of it, so no hook sees it. */
export function refuseUnreadable(
  security: Security,
): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  const lines = Object.entries({ ...baseline(security), connection: 'close', 'content-length': '0' });
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = statusOfCode[error.code] ?? '400 Bad Request';
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${head}\r\n`);
    socket.destroy(error);
  };
}
