import type { FastifyRequest } from 'fastify';

const leaving = new WeakMap<object, () => void>();

/** Notes how a request gives back its place in a share. */
export function holdPlace(request: FastifyRequest, leave: () => void): void {
  leaving.set(request, leave);
}

/** Gives back the place of a request, if it has one; it may have left before. */
export function leavePlace(request: Pick<FastifyRequest, 'ip'>): void {
  leaving.get(request)?.();
}
