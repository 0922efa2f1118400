import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header with the signature: `t=1763632920,v1=<hexadecimal>`. */
export const signatureHeader = 'x-delivery-signature';

/** How far the clocks of sender and portal may differ. An older request is a replay. */
const toleranceSeconds = 300;

/** Returns the signature of a body that is sent at a second since 1970: the HMAC of the second, a dot and the body. */
export function signatureOf(body: string, seconds: number, secret: string): string {
  const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${hmac}`;
}

/** Whether the sender knows the secret and has signed these bytes recently. */
export function isSigned(body: string, header: string, secret: string, nowMs = Date.now()): boolean {
  const [, seconds] = /^t=([1-9]\d{9}),v1=[0-9a-f]{64}$/.exec(header) ?? [];
  if (seconds === undefined) return false;
  const expected = Buffer.from(signatureOf(body, Number(seconds), secret));
  const isGenuine = timingSafeEqual(Buffer.from(header), expected);
  return isGenuine && Math.abs(nowMs / 1000 - Number(seconds)) <= toleranceSeconds;
}
