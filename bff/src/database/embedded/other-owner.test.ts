import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { locateBinaries } from './cluster.ts';
import { findOrLaunch } from './process.ts';

// Windows has no such owners.
(process.platform === 'win32' ? test.skip : test)(
  'names the owner of a database that the server’s account does not own, and starts no server',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portal-owner-'));
    const { uid, gid } = statSync(folder);
    const launching = findOrLaunch({
      binaries: locateBinaries(),
      account: { uid: uid + 1, gid },
      root: folder,
      clusterDir: folder,
      settings: {},
    });
    await expect(launching).rejects.toThrow(
      `The database in ${folder} belongs to the account with the id ${uid}, not to ${uid + 1}`,
    );
    expect(existsSync(path.join(folder, 'postgres.log'))).toBe(false);
    rmSync(folder, { recursive: true });
  },
);
