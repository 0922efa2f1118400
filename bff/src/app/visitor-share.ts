import type { FastifyRequest } from 'fastify';
import type { Capacity } from '../database/database.ts';
import { deviceTokenHash, findAccountOfBrowser } from '../sessions/known-browser.ts';
import { addressShare } from './account-load.ts';
import type { AppContext } from './context.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'load' | 'foundBrowsers'>;

export interface VisitorShare {
  subject: string;
  /** Whether it is that of a browser that an account knows. */
  isKnown: boolean;
}

const chosen = new WeakMap<FastifyRequest, VisitorShare>();

/**
 * Chooses whose share a request without a session uses. It is that of its network address, so that one visitor cannot use up what
 * others need. A browser that an account knows uses another one, of this account at this address: neither a stranger with the
 * same address nor a thief elsewhere with the account's password can use it up. The database confirms each cookie. One that it has
 * confirmed before is not searched for within the share of the address, which a flood of invented cookies may fill.
 */
export async function chooseShare(
  context: Context,
  request: FastifyRequest,
  capacity: Capacity,
): Promise<VisitorShare> {
  const accountId = await findAccount(context, request, capacity);
  const share =
    accountId === undefined ? ofAddress(request) : { subject: ofBrowsers(accountId, request), isKnown: true };
  chosen.set(request, share);
  return share;
}

/** The share that was chosen for the request. */
export function shareOf(request: FastifyRequest): VisitorShare {
  return chosen.get(request) ?? ofAddress(request);
}

function ofAddress(request: FastifyRequest): VisitorShare {
  return { subject: addressOf(request), isKnown: false };
}

async function findAccount(
  context: Context,
  request: FastifyRequest,
  capacity: Capacity,
): Promise<string | undefined> {
  const { config, load, foundBrowsers } = context;
  const tokenHash = deviceTokenHash(config, request);
  if (tokenHash === undefined) return undefined;
  const search = () => findAccountOfBrowser(context, request);
  const foundBefore = foundBrowsers.accountOf(tokenHash);
  // A search for each refusal would cost more than the rest of it.
  if (foundBefore !== undefined) await load.refuseExcess(ofBrowsers(foundBefore, request), capacity);
  const accountId =
    foundBefore === undefined ? await load.run(addressOf(request), 'sessions', search) : await search();
  if (accountId === undefined) foundBrowsers.delete(tokenHash);
  else foundBrowsers.add(tokenHash, accountId);
  return accountId;
}

function addressOf({ ip }: FastifyRequest): string {
  return addressShare(ip);
}

function ofBrowsers(accountId: string, request: FastifyRequest): string {
  return `browsers of ${accountId} at ${addressOf(request)}`;
}
