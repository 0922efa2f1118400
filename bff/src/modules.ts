import type { FastifyInstance } from 'fastify';
import { accountsRoutes } from './modules/accounts/accounts.routes.ts';
import { devMailRoutes } from './modules/platform/dev-mail.routes.ts';
import { platformRoutes } from './modules/platform/platform.routes.ts';
import { supportRoutes } from './modules/support/support.routes.ts';
import { usersJobs } from './modules/users/users.jobs.ts';
import { usersRoutes } from './modules/users/users.routes.ts';
import type { AnyJob } from './queue/queue.ts';
import type { Services } from './services.ts';

/** Every module's routes, in the order of the contract. */
export const modules: readonly ((app: FastifyInstance, services: Services) => Promise<void>)[] = [
  platformRoutes,
  devMailRoutes,
  usersRoutes,
  accountsRoutes,
  supportRoutes,
];

/** Every module's background work. */
export const jobs: readonly ((services: Services) => readonly AnyJob[])[] = [usersJobs];
