import {
  type AltchaChallenge,
  type BotCheckAction,
  botCheckChallengeSchema,
} from '@portal/contract/bot-check';
import { api } from '@portal/shared/api';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { type TokenSource, unavailable } from './token-source.ts';

/** Milliseconds that a solution needs to reach the server in time. */
const margin = 30_000;
const maxLanes = 4;

interface Solved {
  token: string;
  /** By this browser's clock. */
  expires: number;
}

/** Proof of work. The browser's own cryptography does it on threads of its own, so the page needs no worker for it. */
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
  const asked = Date.now();
  const { challenge, expires_in_seconds: seconds } = await api
    .get('v1/bot-check/challenge', { query: { action } })
    .json(botCheckChallengeSchema);
  const solution = await solve(challenge);
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    expires: asked + seconds * 1000 - margin,
  };
}

/** Several lanes at a time, as the processor has cores; the first that finds the key ends the others. */
async function solve(challenge: AltchaChallenge) {
  const lanes = Math.min(maxLanes, Math.max(1, navigator.hardwareConcurrency || 1));
  const controller = new AbortController();
  const lane = (counterStart: number) =>
    solveChallenge({ challenge, deriveKey, controller, counterStart, counterStep: lanes });
  try {
    const solution = await Promise.race(Array.from({ length: lanes }, (_, start) => lane(start)));
    if (solution !== null) return solution;
  } catch (cause) {
    throw unavailable(cause);
  } finally {
    controller.abort();
  }
  throw unavailable();
}
