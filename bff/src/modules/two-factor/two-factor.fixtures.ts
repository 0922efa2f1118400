import { TOTP } from 'otpauth';
import type { TestClient } from '../../testing/test-client.ts';
import { testPassword } from '../../testing/test-portal.ts';

const path = '/v1/accounts/two-factor';

/** Returns the code of an authenticator, `steps` of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Enables two-step verification with the previous step's code, so that the current code is still unused. */
export async function turnOn(client: TestClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await client.post(`${path}:begin`, { current_password: testPassword });
  const { secret } = begun.body;
  const enable = () => client.post(`${path}:enable`, { code: codeOf(secret, -1) });
  let enabled = await enable();
  // A step may have ended between the code and its check.
  if (enabled.status === 422) enabled = await enable();
  if (enabled.status !== 200) throw new Error(JSON.stringify(enabled.body));
  return { secret, recoveryCodes: enabled.body.recovery_codes };
}
