import { type AltchaChallenge, altchaTokenSchema, type BotCheckAction } from '@portal/contract/bot-check';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import type { Secrets } from '../../secrets/secrets.ts';
import type { BotCheckProvider } from './bot-check-provider.ts';

/** How long a challenge and its solution are valid. */
export const challengeSeconds = 600;

// 50 to 100 keys of 10,000 rounds; docs/decisions/0013-bot-check.md has the measured times.
const rounds = 10_000;
const keys = { min: 50, max: 100 };

/** Creates a challenge for one action. It derives one key; checking a solution derives none. */
export async function issueChallenge(
  secrets: Secrets,
  action: BotCheckAction,
  seconds = challengeSeconds,
): Promise<AltchaChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    counter: randomInt(keys.max, keys.min),
    data: { action },
    deriveKey,
    expiresAt: new Date(Date.now() + seconds * 1000),
    hmacSignatureSecret: secrets.deriveKey(challengePurpose).toString('base64'),
    hmacKeySignatureSecret: secrets.deriveKey(solutionPurpose).toString('base64'),
  });
  return v.parse(altchaTokenSchema.entries.challenge, challenge);
}

/** Checks a proof of work of https://altcha.org locally. */
export function altchaProvider(secrets: Secrets): BotCheckProvider {
  return {
    verify: async (token, { action, log }) => {
      const parsed = v.safeParse(tokenSchema, token);
      if (!parsed.success) return { outcome: 'failed' };
      const { challenge, solution } = parsed.output;
      const verified = await isSigned(secrets, { challenge, solution });
      const { data, expiresAt } = challenge.parameters;
      log.debug({ verified }, 'solution checked');
      if (!verified || data.action !== action) return { outcome: 'failed' };
      return { outcome: 'ok', id: `altcha:${challenge.signature}`, expires: new Date(expiresAt * 1000) };
    },
  };
}

const challengePurpose = 'bot check challenge';
const solutionPurpose = 'bot check solution';

/** Whether the solution is right, in time, and of a challenge that SECRETS_KEY or an earlier one has signed. */
async function isSigned(
  secrets: Secrets,
  { challenge, solution }: v.InferOutput<typeof altchaTokenSchema>,
): Promise<boolean> {
  const solutionKeys = secrets.deriveKeys(solutionPurpose).map((key) => key.toString('base64'));
  for (const [index, key] of secrets.deriveKeys(challengePurpose).entries()) {
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: key.toString('base64'),
      hmacKeySignatureSecret: solutionKeys[index] ?? '',
    });
    if (verified) return true;
  }
  return false;
}

const tokenSchema = v.pipe(
  v.string(),
  v.transform((token) => Buffer.from(token, 'base64').toString()),
  v.parseJson(),
  altchaTokenSchema,
);
