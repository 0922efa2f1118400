import type { EmbeddedPostgres } from '../database/embedded/embedded.ts';

interface Running {
  server?: EmbeddedPostgres;
  dataDir?: string;
}

declare global {
  var portalTestServer: Running | undefined;
}

globalThis.portalTestServer ??= {};

/** Set-up and tear-down are loaded apart and share nothing but the global object. */
export const running: Running = globalThis.portalTestServer;
