import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { leavePlace } from './held-places.ts';
import { noteWait } from './noted-waits.ts';
import { createPace, type Pace } from './pace.ts';
import { addressSubject, networkSubject } from './rate-limit.ts';

/** People mistype, and scripts of a page may be missing: only a flood meets the pauses. */
const ofAddress: Pace = { burst: 100, perSecond: 20, longestPauseMs: 1_000 };
/** An IPv6 /48, which one customer may own, has 65,536 networks that count as one address each. */
const ofNetwork: Pace = { burst: 400, perSecond: 80, longestPauseMs: 1_000 };

/**
 * Lets the refusals of an address that causes many wait. Many are decided before the request enters a share, such as those of requests of
 * other sites, of unknown addresses and methods, and of forged signatures: a client that repeats one without a pause would keep
 * the server busy. RATE_LIMIT_FACTOR multiplies what is sent without a pause.
 */
export function createRefusalPace(
  { RATE_LIMIT_FACTOR: factor }: Pick<Config, 'RATE_LIMIT_FACTOR'>,
  clock = () => performance.now(),
) {
  const paceOf = ({ burst, perSecond, ...rest }: Pace) =>
    createPace({ ...rest, burst: burst * factor, perSecond: perSecond * factor });
  const [pauseOfAddress, pauseOfNetwork] = [paceOf(ofAddress), paceOf(ofNetwork)];
  return async (request: Pick<FastifyRequest, 'ip'>): Promise<void> => {
    const { ip } = request;
    const now = clock();
    const network = networkSubject(ip);
    const pauses = [
      pauseOfAddress(addressSubject(ip), now),
      network === undefined ? 0 : pauseOfNetwork(network, now),
    ];
    const pauseMs = Math.max(...pauses);
    if (pauseMs === 0) return;
    noteWait();
    // Otherwise the pages of everybody at the address would wait for it.
    leavePlace(request);
    await sleep(pauseMs);
  };
}
