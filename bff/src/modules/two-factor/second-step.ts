import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../database/database.ts';
import { redeemRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';
import { lockTwoFactor, updateLastUsedStep } from './two-factor.repository.ts';

export interface SecondStep {
  by: 'totp' | 'recovery_code';
  /** Unused recovery codes. */
  codesLeft: number;
}

/** Takes a code of the authenticator or a recovery code, each once. Undefined: it is none of the account's. */
export async function takeSecondStep(
  { secrets }: AppContext,
  tx: Transaction,
  accountId: string,
  code: string,
): Promise<SecondStep | undefined> {
  const row = await lockTwoFactor(tx, accountId);
  if (row === undefined || row.secret === null) return undefined;
  const codesLeft = row.recovery_codes_left;
  if (code.length !== 6) {
    const isTaken = await redeemRecoveryCode(tx, secrets, accountId, code);
    return isTaken ? { by: 'recovery_code', codesLeft: codesLeft - 1 } : undefined;
  }
  const step = stepOfCode(secrets.open('totp', accountId, row.secret), code);
  if (step === undefined || step <= row.last_used_step) return undefined;
  await updateLastUsedStep(tx, accountId, step);
  return { by: 'totp', codesLeft };
}
