import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';

interface ServeRequest {
  /** Absolute folder of the repository. */
  root: string;
  /** Absolute folder with `portal/`; the database is kept there too. */
  folder: string;
  publicKey: string;
  port: number;
}

/** Runs the BFF over a composed folder until it ends or a signal ends it; resolves to its exit code. */
export async function servePortal({ root, folder, publicKey, port }: ServeRequest): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, 'demo/src/server.ts')], {
    cwd: root,
    // Results go to standard output, and this has been printed.
    stdio: ['ignore', process.stderr, process.stderr],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      PORTAL_DIR: path.join(folder, 'portal'),
      COMPOSITION_PUBLIC_KEY: publicKey,
    },
  });
  // A terminal's Ctrl-C reaches the server itself; a supervisor's signal is handed on.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on('exit', (code, signal) =>
    resolve(code ?? (signal === null ? 1 : 128 + constants.signals[signal])),
  );
  return promise;
}
