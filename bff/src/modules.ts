import type { FastifyInstance } from 'fastify';
import { platformRoutes } from './modules/platform/platform.routes.ts';
import type { AnyJob } from './queue/queue.ts';
import type { Services } from './services.ts';

/** Every module's routes, in the order of the contract. */
export const modules: readonly ((app: FastifyInstance, services: Services) => Promise<void>)[] = [platformRoutes];

/** Every module's background work. */
export const jobs: readonly ((services: Services) => readonly AnyJob[])[] = [];
