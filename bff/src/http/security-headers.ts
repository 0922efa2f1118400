import type { FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify';

interface Security {
  /** Whether the portal is served over https only. */
  isSecure: boolean;
}

/** The default policy: JSON, documents and errors load and frame nothing. HTML pages set their own policy. */
const closedPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

const noFeatures =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
  'magnetometer=(), microphone=(), midi=(), payment=(), usb=()';

function baseline({ isSecure }: Security): Record<string, string> {
  return {
    'content-security-policy': closedPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': noFeatures,
    'cache-control': 'no-store',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** Adds the security headers to every response, errors included. A route's own value takes precedence. */
export function securityHeaders(app: FastifyInstance, security: Security): void {
  app.addHook('onSend', async (_request, reply) => addSecurityHeaders(reply, security));
}

/** Adds the headers to responses that no hook sees. */
export function addSecurityHeaders(reply: FastifyReply, security: Security): void {
  // Errors are not cached: a missing resource may exist a moment later.
  if (reply.statusCode >= 400) reply.header('cache-control', 'no-store');
  for (const [name, value] of Object.entries(baseline(security)))
    if (!reply.hasHeader(name)) reply.header(name, value);
  reply.header('x-request-id', reply.request.id);
}

const statusOfCode: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Responds to input that is not HTTP. Fastify creates no request for it, so no hook runs. */
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
