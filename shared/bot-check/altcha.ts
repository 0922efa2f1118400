import type { BotCheckAction } from '@portal/contract/bot-check';
import { getBotCheckChallenge } from '@portal/contract/bot-check';
import { request } from '@portal/shared/api';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Produces one provider's tokens for one form. */
export interface TokenSource {
  /** Starts the slow work before a token is needed. Does not throw. */
  prepare: () => void;
  /** Returns an unused token. Rejects with an ApiError, or with another error when the provider fails. */
  token: () => Promise<string>;
  /** Removes what the provider added to the page. */
  stop?: () => void;
}

/** Milliseconds reserved for sending a solution before it expires. */
const margin = 30_000;

interface Solved {
  token: string;
  /** Milliseconds since 1970 by the browser's clock. */
  expires: number;
}

/** Proof of work by ALTCHA. Web Crypto computes it on its own thread, so the page stays responsive without a worker. */
export function altcha(action: BotCheckAction): TokenSource {
  let next: Promise<Solved> | undefined;

  async function solveNext(): Promise<Solved> {
    try {
      return await findSolution(action);
    } catch (error) {
      next = undefined;
      throw error;
    }
  }

  function prepared(): Promise<Solved> {
    next ??= solveNext();
    return next;
  }

  return {
    prepare: () => void prepared().catch(() => undefined),
    token: async () => {
      let solved = await prepared();
      if (solved.expires < Date.now()) {
        next = undefined;
        solved = await prepared();
      }
      next = undefined;
      return solved.token;
    },
  };
}

async function findSolution(action: BotCheckAction): Promise<Solved> {
  const requested = Date.now();
  const { challenge, expires_in_seconds: seconds } = await request(getBotCheckChallenge, {
    query: { action },
  });
  const solution = await solveChallenge({ challenge, deriveKey });
  // solveChallenge stops after 90 seconds.
  if (solution === null) throw new Error('The challenge took too long to solve');
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    expires: requested + seconds * 1000 - margin,
  };
}
