import type { FastifyInstance } from 'fastify';
import { createPace, type Pace } from '../http/pace.ts';
import { addressSubject } from '../http/rate-limit.ts';

const usualPace: Pace = { burst: 20, perSecond: 20, longestPauseMs: 500 };

/**
 * Lets probes of an address that sends many wait, so that a flood of them leaves time to other requests. None is refused: a load
 * balancer that shares its address with a flood gets its response later.
 */
export function paceProbes(app: FastifyInstance, pace = usualPace): void {
  const pauseOf = createPace(pace);
  app.addHook('onRequest', (request, _reply, done) => {
    const pauseMs = pauseOf(addressSubject(request.ip), performance.now());
    if (pauseMs === 0) done();
    else setTimeout(done, pauseMs);
  });
}
