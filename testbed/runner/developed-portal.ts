import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SourceEdit } from '../fixtures/source-edits.ts';
import { copySources, releasedPackages } from '../releases/working-copy.ts';
import { waitFor } from './concurrency.ts';
import { type PortalServer, startServer } from './portal-server.ts';

export interface EditedSources extends AsyncDisposable {
  folder: string;
  /** Makes an edit, instead of an earlier one in the same file. Throws when the file does not contain what it replaces. */
  edit(edit: SourceEdit, number: number): Promise<void>;
}

export interface DevelopedPortal extends PortalServer, Pick<EditedSources, 'edit'> {}

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Copies the sources, with the builds of all areas but one where there are any, so that a test can edit them. Disposing it
 * removes the copy.
 */
export function copyForEditing(area: string): EditedSources {
  const folder = path.join(root, 'var', `edited-${process.pid}`);
  const others = releasedPackages().filter((name) => name !== 'host' && name !== `remote-${area}`);
  const builds = others.map((name) => `${name}/dist`).filter((name) => existsSync(path.join(root, name)));
  copySources(folder, ['bff', 'demo', ...builds]);
  return {
    folder,
    edit: async ({ file, before, after }, number) => {
      const text = await readFile(path.join(root, file), 'utf8');
      if (!text.includes(before)) throw new Error(`${file} does not contain "${before}"`);
      await writeFile(path.join(folder, file), text.replace(before, after(number)));
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs `npm run dev <area>` over a copy of the sources, on free ports. Disposing it stops the portal and removes the copy. */
export async function startDevelopedPortal(area: string): Promise<DevelopedPortal> {
  const sources = copyForEditing(area);
  const settings = { DEV_PORT: '0', RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn' };
  const program = path.join(sources.folder, 'tooling/bootstrap.mjs');
  try {
    const server = await startServer(() => ({ settings }), { program, args: ['dev', area] });
    const stop = async () => {
      await server[Symbol.asyncDispose]();
      await sources[Symbol.asyncDispose]();
    };
    return { ...server, edit: sources.edit, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await sources[Symbol.asyncDispose]();
    throw error;
  }
}

export interface ServedArea extends Pick<EditedSources, 'edit'>, AsyncDisposable {
  /** Address of the development server, as it prints it. */
  origin: string;
}

/** Runs `npm run dev <area> -- --portal <address>` over a copy of the sources. Throws with its output when it ends. */
export async function serveAreaFor(portal: string, area: string): Promise<ServedArea> {
  const sources = copyForEditing(area);
  const program = path.join(sources.folder, 'tooling/bootstrap.mjs');
  const child = spawn(process.execPath, [program, 'dev', area, '--portal', portal], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEV_PORT: '0' },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await sources[Symbol.asyncDispose]();
  };
  try {
    const origin = await waitFor(
      'The development server printed no address',
      async () => {
        if (child.exitCode !== null) throw new Error(`The development server ended:\n${output}`);
        return /http:\/\/localhost:\d+\/(?= )/.exec(output)?.[0];
      },
      120,
    );
    return { origin, edit: sources.edit, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
