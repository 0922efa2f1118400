import type { EmbeddedPostgres } from '../database/embedded/embedded.ts';

interface Running {
  server?: EmbeddedPostgres;
  dataDir?: string;
}

declare global {
  var portalTestServer: Running | undefined;
}

globalThis.portalTestServer ??= {};

/** Jest loads set-up and tear-down separately; they share only the global object. */
export const running: Running = globalThis.portalTestServer;
