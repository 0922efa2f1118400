import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { auditLedger } from '../modules/ledger/audit.ts';
import { commandEnv } from '../testing/command-env.ts';
import { testPortal } from '../testing/test-portal.ts';
import { masterFile } from './asterisk.fixtures.ts';
import { importDefaults, pricedServices } from './import.fixtures.ts';
import { type CallImportOptions, importCdrs } from './import-cdrs.ts';

const portal = testPortal();
const service = pricedServices(portal);
/** Two parts. */
const lines = 12_000;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'resume-import-'));
  file = path.join(folder, 'Master.csv');
  await writeFile(file, masterFile(lines, 10, { startMs: Date.UTC(2026, 5, 1) }));
});
afterAll(() => rm(folder, { recursive: true }));

const imported = (serviceId: string, more: Partial<CallImportOptions> = {}) =>
  importCdrs(portal.database, { ...importDefaults, files: [file], serviceId, ...more });

/** Ends the import when its first part is written, as a kill does. */
async function interrupt(serviceId: string, more: Partial<CallImportOptions> = {}) {
  const killed = new Error('killed');
  const dies = imported(serviceId, {
    ...more,
    onProgress: () => {
      throw killed;
    },
  });
  await expect(dies).rejects.toBe(killed);
}

/** A database that is lost at the end of the first part. */
function endingDatabase(): typeof portal.database {
  return {
    ...portal.database,
    asBackground: (work, limit) =>
      portal.database.asBackground(async (tx) => {
        const result = await work(tx);
        // A part may take minutes.
        if (limit?.seconds === 300) throw new Error('killed');
        return result;
      }, limit),
  };
}

const balanceOf = async (serviceId: string) =>
  portal.database.system.one<{ balance: string; calls: number }>(sql`
    select balance, (select count(*) from cdrs where service_id = ${serviceId}) as calls from services
    where service_id = ${serviceId}`);

test('an interrupted import continues behind what it has written, with exact counts, charges and rejects', async () => {
  const [whole, parts] = [await service(), await service()];
  const [wholeRejects, partRejects] = ['whole', 'parts'].map((name) => path.join(folder, name));
  const expected = await imported(whole, { rejects: wholeRejects });
  await interrupt(parts, { rejects: partRejects });
  const { calls } = await balanceOf(parts);
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThan(expected.imported);
  // What was written beyond the last part that counts, as by a process that was killed between file and database.
  await writeFile(`${partRejects}`, `${await readFile(partRejects!, 'utf8')}half a li`);
  const { resumedAfter, ...counts } = await imported(parts, { rejects: partRejects });
  expect(resumedAfter).toBeGreaterThan(0);
  expect({ ...counts, resumedAfter: 0 }).toEqual(expected);
  expect(await balanceOf(parts)).toEqual(await balanceOf(whole));
  for (const suffix of ['', '.reasons'])
    expect(await readFile(`${partRejects}${suffix}`, 'utf8')).toBe(
      await readFile(`${wholeRejects}${suffix}`, 'utf8'),
    );
  expect((await readFile(partRejects!, 'utf8')).trimEnd().split('\n')).toHaveLength(10);
  expect(await portal.database.system.query(sql`select from import_progress`)).toEqual([]);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('an import that ends in its first part is repeated with the same arguments', async () => {
  const id = await service();
  const rejects = path.join(folder, 'first');
  const database = endingDatabase();
  const options = { ...importDefaults, files: [file], serviceId: id, rejects };
  await expect(importCdrs(database, options)).rejects.toThrow('killed');
  expect(await readFile(rejects, 'utf8')).not.toBe('');
  const other = path.join(folder, 'corrected');
  await writeFile(other, 'corrected\n');
  await expect(imported(id, { rejects: other })).rejects.toThrow('exists: name another one');
  expect(await imported(id, { rejects })).toMatchObject({
    imported: lines - 10,
    faulty: 10,
    resumedAfter: 0,
  });
  expect((await readFile(rejects, 'utf8')).trimEnd().split('\n')).toHaveLength(10);
  expect(await readFile(other, 'utf8')).toBe('corrected\n');
});

test('an import whose rejects have no room says so, and continues with the same arguments', async () => {
  const [id, calls, rejects] = [await service(), path.join(folder, 'faulty.csv'), path.join(folder, 'full')];
  await writeFile(calls, masterFile(300, 60, { startMs: Date.UTC(2026, 5, 1) }));
  const program = path.join(import.meta.dirname, 'cdr-import.ts');
  const args = [program, '--service', id, '--rejects', rejects, calls];
  const env = await commandEnv(portal, folder);
  // In blocks of 512 bytes: a part of the rejects.
  const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath];
  const { code, stderr } = await promisify(execFile)('sh', [...limited, ...args], { env }).catch(
    (error) => error,
  );
  expect(stderr).toMatch(
    new RegExp(
      `^${rejects} cannot be used \\(EFBIG: .*\\)\\. When it can be written, repeat the command with the same arguments: it continues where it was\\.\n$`,
    ),
  );
  expect(code).toBe(1);
  expect((await readFile(rejects)).length).toBe(4096);
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toContain('300 read, 240 imported, 0 already there, 60 faulty');
  expect((await readFile(rejects, 'utf8')).trimEnd().split('\n')).toHaveLength(60);
});

test('an interrupted import removes no rejects that another one has written to its file', async () => {
  const [first, second] = [await service(), await service()];
  const rejects = path.join(folder, 'shared');
  await expect(
    importCdrs(endingDatabase(), { ...importDefaults, files: [file], serviceId: first }),
  ).rejects.toThrow();
  const started = await portal.database.system.run(sql`
    update import_progress set rejected = ${JSON.stringify({ file: rejects, records: 0, reasons: 0 })} where service_id = ${first}`);
  expect(started).toBe(1);
  await imported(second, { rejects });
  const written = await readFile(rejects, 'utf8');
  await expect(imported(first, { rejects })).rejects.toThrow('exists: name another one');
  expect(await readFile(rejects, 'utf8')).toBe(written);
  expect(await imported(first)).toMatchObject({ imported: lines - 10 });
});

test('an import of changed files begins again and finds what is there', async () => {
  const id = await service();
  await interrupt(id);
  const { calls } = await balanceOf(id);
  const original = await readFile(file, 'utf8');
  await writeFile(file, original.replace('"6001200"', '"6001201"'));
  const summary = await imported(id);
  await writeFile(file, original);
  expect(summary).toMatchObject({ resumedAfter: 0, alreadyThere: calls, read: lines });
});

test('records that come slowly are imported while others are awaited, and again from a file that has them all', async () => {
  const id = await service();
  const source = path.join(folder, 'followed.csv');
  const whole = await readFile(file, 'utf8');
  const received = whole.slice(0, whole.indexOf('\n', whole.length / 5) + 1);
  await promisify(execFile)('mkfifo', [source]);
  const died = interrupt(id, { files: [source] });
  const feed = await open(source, 'w');
  await feed.writeFile(received);
  // The pipe stays open.
  while ((await balanceOf(id)).calls === 0) await sleep(50);
  await feed.writeFile(whole.slice(received.length, whole.indexOf('\n', received.length) + 1));
  await feed.close();
  await died;
  await rm(source);
  await writeFile(source, whole);
  const { resumedAfter, read, imported: added } = await imported(id, { files: [source] });
  expect(resumedAfter).toBeGreaterThan(0);
  expect(resumedAfter).toBeLessThanOrEqual(received.split('\n').length - 1);
  expect({ read, added }).toEqual({ read: lines, added: lines - 10 });
  expect(await balanceOf(id)).toMatchObject({ calls: lines - 10 });
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('two imports of the same files at the same time add each call once', async () => {
  const id = await service();
  const summaries = await Promise.all([imported(id), imported(id)]);
  const sum = (name: 'imported' | 'alreadyThere') => summaries.reduce((total, each) => total + each[name], 0);
  expect(sum('imported')).toBe(lines - 10);
  expect(sum('alreadyThere')).toBe(lines - 10);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('a file that is imported does not receive its own rejects', async () => {
  const before = await readFile(file, 'utf8');
  const link = path.join(folder, 'link.csv');
  await symlink(file, link);
  for (const rejects of [file, link, path.join(folder, '.', 'Master.csv')])
    await expect(imported(await service(), { rejects })).rejects.toThrow(
      'is imported: it cannot receive rejects',
    );
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('rejects of another import are not overwritten, neither the records nor the reasons', async () => {
  const [records, reasons] = ['earlier', 'other.reasons'].map((name) => path.join(folder, name));
  await writeFile(records!, 'corrected\n');
  await writeFile(reasons!, 'read\n');
  for (const name of ['earlier', 'other'])
    await expect(imported(await service(), { rejects: path.join(folder, name) })).rejects.toThrow(
      'exists: name another one for --rejects, or remove it',
    );
  expect(await readFile(records!, 'utf8')).toBe('corrected\n');
  expect(await readFile(reasons!, 'utf8')).toBe('read\n');
});

test.each(['\n', '\r\n'])(
  'a call whose line the end of the file has cut is charged once, with the whole file: %j',
  async (lineEnd) => {
    const id = await service();
    const [cut, rejects] = ['cut.csv', 'cut.rejects'].map((name) => path.join(folder, name));
    const header = 'call_id,started,duration_seconds,number_from,number_to';
    const calls = [
      'first,2026-11-02T10:00:00Z,60,+3726001200,+493023125101',
      'last,2026-11-02T10:01:00Z,60,+3726001200,+493023125102',
    ];
    const whole = [header, ...calls, ''].join(lineEnd);
    const options = { files: [cut!], format: 'csv', rejects } as const;
    for (const missing of [2, 1, 0]) {
      await rm(rejects!, { force: true });
      await rm(`${rejects}.reasons`, { force: true });
      await writeFile(cut!, whole.slice(0, whole.length - lineEnd.length - missing));
      const summary = await imported(id, options);
      expect(summary).toMatchObject({ read: 2, imported: missing === 2 ? 1 : 0, faulty: 1 });
      // Imported, a rejected line would be a whole one.
      expect(await readFile(rejects!, 'utf8')).toBe(`${header}\n`);
      expect(await readFile(`${rejects}.reasons`, 'utf8')).toMatch(/:3: the last line has no line end/);
    }
    await writeFile(cut!, whole);
    // The file for rejects has its header only: none would be lost.
    await rm(`${rejects}.reasons`);
    expect(await imported(id, options)).toMatchObject({ imported: 1, alreadyThere: 1, faulty: 0 });
    expect(await balanceOf(id)).toMatchObject({ calls: 2 });
  },
);

test('an import that was killed begins again from a pipe, which cannot be read twice', async () => {
  const id = await service();
  const pipe = path.join(folder, 'pipe.csv');
  await copyFile(file, pipe);
  await interrupt(id, { files: [pipe] });
  await rm(pipe);
  await promisify(execFile)('mkfifo', [pipe]);
  const writing = promisify(execFile)('sh', ['-c', 'cat "$0" > "$1"', file, pipe]);
  const { read, resumedAfter, imported: added, alreadyThere, faulty } = await imported(id, { files: [pipe] });
  await writing;
  expect([read, resumedAfter, added + alreadyThere + faulty]).toEqual([lines, 0, lines]);
  expect(alreadyThere).toBeGreaterThan(0);
});

test('calls of a part that is written after prices were loaded have the new prices', async () => {
  const id = await service();
  let parts = 0;
  const database: typeof portal.database = {
    ...portal.database,
    asBackground: async (work, limit) => {
      // The second part has been read, by the former prices.
      if (limit?.seconds === 300 && ++parts === 2)
        await portal.superuser.system.run(sql`
          update prices set rate_next = 7
          where price_list_id = (select price_list_id from services where service_id = ${id})`);
      return portal.database.asBackground(work, limit);
    },
  };
  await importCdrs(database, { ...importDefaults, files: [file], serviceId: id });
  const { rows } = await portal.database.system.one<{ rows: Record<string, number> }>(sql`
    select json_object_agg(is_new, calls) as rows from (
      select coalesce(rate_next = 7, false) as is_new, count(*) as calls from cdrs where service_id = ${id} group by 1
    ) calls`);
  expect(rows['true']).toBeGreaterThan(0);
  expect(rows['false']).toBeGreaterThan(rows['true'] ?? 0);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
