import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import { GuardUnreachable } from '../guard/guard-round.ts';
import { GateRefused } from '../operations/change-composition.ts';
import { OperationRefused } from '../operations/live-units.ts';
import { PublishRefused } from '../releases/publish-release.ts';
import { NoSuchRelease } from '../releases/release-json.ts';
import { SigningKeyError } from '../signing/signing-key.ts';
import { StoreAddressError } from '../store/open-store.ts';
import { StoreConflict, StoreError } from '../store/release-store.ts';

/** `portal --help` explains them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  conflict: 4,
  unverified: 5,
  halted: 6,
} as const;

/** Arguments that cannot be used; the message says what is expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const codes: [kind: new (...args: never[]) => Error, code: number][] = [
  [UsageError, exitCodes.usage],
  [StoreAddressError, exitCodes.usage],
  [GateRefused, exitCodes.refused],
  [OperationRefused, exitCodes.refused],
  [PublishRefused, exitCodes.refused],
  [NoSuchRelease, exitCodes.refused],
  [StoreConflict, exitCodes.conflict],
  [CompositionRefused, exitCodes.unverified],
  [SigningKeyError, exitCodes.failed],
  [StoreError, exitCodes.failed],
  [GuardUnreachable, exitCodes.failed],
];

/** The exit code of an error; undefined for an unexpected error. */
export function exitCodeOf(error: unknown): number | undefined {
  return codes.find(([kind]) => error instanceof kind)?.[1];
}
