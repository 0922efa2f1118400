import { TOTP } from 'otpauth';
import type { TestClient } from '../../testing/test-client.ts';
import { testPassword } from '../../testing/test-portal.ts';

const path = '/v1/accounts/two-factor';

/** The code that an authenticator with the secret shows; `steps` of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Turns the customer's second step on, with the code of the step before, so that the present one is still good. */
export async function turnOn(client: TestClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await client.post(`${path}:begin`, { current_password: testPassword });
  const { secret } = begun.body;
  const enabled = await client.post(`${path}:enable`, { code: codeOf(secret, -1) });
  if (enabled.status !== 200) throw new Error(JSON.stringify(enabled.body));
  return { secret, recoveryCodes: enabled.body.recovery_codes };
}
