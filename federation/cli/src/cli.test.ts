import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { markServed, takePreviewFolder } from './compose/preview-mark.ts';
import type { Change } from './composition/composition-file.ts';
import { ownMark } from './store/directory-lock.ts';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;
const portal = (line: string) => scratch.portal(line);

beforeEach(async () => {
  scratch = scratchPortal();
  await portal('keys create');
  await scratch.publish('host', 1);
  await scratch.publish('voicing', 1);
  await scratch.publish('finances', 1);
  await portal('deploy host@latest voicing@latest finances@latest --reason first');
});
afterEach(() => scratch.remove());

const live = async () => {
  const { live: rows } = await scratch.json<{ live: Record<string, string>[] }>('status');
  return Object.fromEntries(
    rows.map(({ unit, active, previous, canary }) => [unit, { active, previous, canary }]),
  );
};

test('deploys a release and rolls back to the previous one', async () => {
  const next = await scratch.publish('voicing', 2);
  expect(await portal(`deploy voicing@${next} --reason 'new filter'`)).toMatchObject({
    code: 0,
    out: 'Composition 2 is live.\n  voicing: 0.1.0-aaaaaaa1 → 0.1.0-aaaaaaa2\n',
  });
  expect(await live()).toMatchObject({ voicing: { active: next, previous: '0.1.0-aaaaaaa1' } });
  expect((await portal('rollback voicing --reason broken')).code).toBe(0);
  expect(await live()).toMatchObject({ voicing: { active: '0.1.0-aaaaaaa1', previous: '–' } });
});

test('names the former host, which pages fall back to, and after a rollback the former host of that time', async () => {
  for (const digit of [2, 3]) {
    await scratch.publish('host', digit);
    await portal('deploy host@latest --reason next');
  }
  expect(await live()).toMatchObject({ host: { active: '0.1.0-aaaaaaa3', previous: '0.1.0-aaaaaaa2' } });
  await portal('deploy host@latest --reason again');
  expect(await live()).toMatchObject({ host: { previous: '0.1.0-aaaaaaa2' } });
  await portal('rollback host');
  expect(await live()).toMatchObject({ host: { active: '0.1.0-aaaaaaa2', previous: '0.1.0-aaaaaaa1' } });
  await portal('gc --keep 1 --days 0');
  expect((await portal('verify')).code).toBe(0);
});

test('rolls back step by step, never forward to an abandoned release', async () => {
  for (const digit of [2, 3]) {
    await scratch.publish('voicing', digit);
    await scratch.publish('host', digit);
    await portal('deploy voicing@latest host@latest --reason next');
  }
  for (const unit of ['voicing', 'host']) {
    await portal(`rollback ${unit}`);
    expect((await live())[unit]?.['active']).toBe('0.1.0-aaaaaaa2');
    await portal(`rollback ${unit}`);
    expect((await live())[unit]?.['active']).toBe('0.1.0-aaaaaaa1');
    expect(await portal(`rollback ${unit}`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('"portal history" lists them'),
    });
  }
  expect((await portal('rollback voicing --to 0.1.0-aaaaaaa3')).code).toBe(0);
});

test('promotes a canary from a share to everybody', async () => {
  const next = await scratch.publish('voicing', 2);
  await portal('canary voicing@latest --percent 10');
  await portal('canary voicing@latest --percent 30');
  expect(await live()).toMatchObject({ voicing: { active: '0.1.0-aaaaaaa1', canary: `${next} at 30 %` } });
  expect(await portal('promote voicing')).toMatchObject({
    code: 2,
    err: expect.stringContaining('promote voicing@<version>'),
  });
  expect(await portal('promote voicing@0.1.0-aaaaaaa1')).toMatchObject({
    code: 3,
    err: expect.stringContaining(`voicing@${next} is`),
  });
  expect((await portal(`promote voicing@${next}`)).code).toBe(0);
  expect(await live()).toMatchObject({ voicing: { active: next, previous: '0.1.0-aaaaaaa1', canary: '–' } });
});

test('promotes any canary of an area if forced', async () => {
  const next = await scratch.publish('voicing', 2);
  await portal('canary voicing@latest --percent 10');
  expect((await portal('promote voicing --force --reason "seen by hand"')).code).toBe(0);
  expect(await live()).toMatchObject({ voicing: { active: next } });
});

test('halts a canary, and refuses another release while it runs', async () => {
  await scratch.publish('voicing', 2);
  await portal('canary voicing@latest --percent 10');
  await scratch.publish('voicing', 3);
  expect(await portal('deploy voicing@latest --reason x')).toMatchObject({
    code: 3,
    err: expect.stringContaining('promote or halt it first'),
  });
  expect((await portal('canary voicing@latest --percent 5')).code).toBe(3);
  expect((await portal('halt voicing')).code).toBe(0);
  expect(await live()).toMatchObject({ voicing: { active: '0.1.0-aaaaaaa1', canary: '–' } });
});

test('records who did what, when and why, before and after', async () => {
  await scratch.publish('voicing', 2);
  await portal("deploy voicing@latest --who grace --reason 'new filter'");
  const { entries } = await scratch.json<{ entries: Change[] }>('history');
  expect(entries.map(({ number }) => number)).toEqual([2, 1]);
  expect(entries[0]).toMatchObject({
    who: 'grace',
    why: 'new filter',
    command: 'deploy voicing@latest',
    before: { voicing: { active: '0.1.0-aaaaaaa1', previous: null, canary: null } },
    after: { voicing: { active: '0.1.0-aaaaaaa2', previous: '0.1.0-aaaaaaa1', canary: null } },
  });
  expect((await portal('diff 1 2')).out).toBe('voicing: 0.1.0-aaaaaaa1 → 0.1.0-aaaaaaa2\n');
});

test('changes nothing in a dry run', async () => {
  await scratch.publish('voicing', 2);
  await portal('deploy voicing@latest --reason x');
  await portal('rollback voicing --reason x');
  const before = await live();
  for (const line of [
    'deploy voicing@latest --reason x',
    'canary voicing@latest --percent 5',
    'rollback voicing --to 0.1.0-aaaaaaa2',
  ])
    expect((await portal(`${line} --dry-run`)).out).toContain('0.1.0-aaaaaaa2');
  expect(await live()).toEqual(before);
});

test('refuses the same version with other bytes, and a file whose hash does not match', async () => {
  scratch.build('voicing', { version: '0.1.0-aaaaaaa1', files: { 'entry.js': 'other' } });
  expect(await portal('publish voicing')).toMatchObject({
    code: 3,
    err: expect.stringContaining('other bytes'),
  });
  scratch.build('voicing', { version: '0.1.0-aaaaaaa2' });
  appendFileSync(path.join(scratch.folder, 'remote-voicing/dist/entry.js'), ' ');
  expect(await portal('publish voicing')).toMatchObject({
    code: 3,
    err: expect.stringContaining('entry.js'),
  });
  expect((await portal('publish voicing --from elsewhere')).code).toBe(3);
});

test('checks a build without publishing it', async () => {
  scratch.build('voicing', { version: '0.1.0-aaaaaaa2' });
  expect((await portal('publish voicing --dry-run')).out).toContain('Would publish voicing@0.1.0-aaaaaaa2');
  expect((await portal('check voicing@0.1.0-aaaaaaa2')).code).toBe(3);
});

test('publishing the same bytes again changes nothing', async () => {
  expect(await portal('publish finances')).toMatchObject({
    code: 0,
    out: expect.stringContaining('already'),
  });
});

test('publishing the same bytes again replaces damaged and missing files', async () => {
  const folder = path.join(scratch.folder, 'var/portal/remotes/finances/0.1.0-aaaaaaa1');
  writeFileSync(path.join(folder, 'entry.js'), 'tampered');
  rmSync(path.join(folder, 'locales/en/finances.json'));
  expect((await portal('verify')).code).toBe(5);
  expect((await portal('publish finances --dry-run')).code).toBe(0);
  expect((await portal('verify')).code).toBe(5);
  expect(await portal('publish finances')).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 damaged or missing files have been replaced'),
  });
  expect((await portal('verify')).code).toBe(0);
  expect((await portal('publish finances')).out).toContain('with the same bytes.');
});

test('reports every changed or missing file, and refuses to deploy it', async () => {
  const file = path.join(scratch.folder, 'var/portal/remotes/voicing/0.1.0-aaaaaaa1/entry.js');
  writeFileSync(file, 'tampered');
  expect(await portal('verify')).toMatchObject({
    code: 5,
    out: expect.stringContaining('entry.js is not what was published'),
  });
  rmSync(file);
  expect(await portal('verify')).toMatchObject({
    code: 5,
    out: expect.stringContaining('entry.js is missing'),
  });
  await scratch.publish('voicing', 2);
  await portal('deploy voicing@latest --reason x');
  expect((await portal('rollback voicing')).code).toBe(3);
  expect((await portal('rollback voicing --force --reason x')).code).toBe(0);
  expect(await portal('check voicing@0.1.0-aaaaaaa1')).toMatchObject({ code: 3 });
});

test('rolls an area back although files of the host and of another area are missing', async () => {
  await scratch.publish('voicing', 2);
  await portal('deploy voicing@latest --reason x');
  for (const lost of ['host', 'remotes/finances'])
    rmSync(path.join(scratch.folder, 'var/portal', lost), { recursive: true });
  expect(await portal('rollback voicing')).toMatchObject({ code: 0 });
  expect((await portal('verify')).code).toBe(5);
});

test.each([
  ['payload', 5],
  ['signature', 5],
  ['change', 5],
  ['change_signature', 5],
])('refuses a live composition whose %s was changed', async (field, code) => {
  const file = path.join(scratch.folder, 'var/portal/composition.json');
  const content = JSON.parse(readFileSync(file, 'utf8'));
  // Not the last one: of that Base64 may leave bits unused.
  content[field] = content[field].replace(/[a-z]/, (letter: string) => (letter === 'x' ? 'y' : 'x'));
  writeFileSync(file, JSON.stringify(content));
  for (const line of ['status', 'verify', 'history', 'deploy voicing@latest --reason x']) {
    expect(await portal(line)).toMatchObject({ code });
  }
});

test('reports a change record that was modified later', async () => {
  await portal('rollback voicing --to 0.1.0-aaaaaaa1');
  await scratch.publish('voicing', 2);
  await portal('deploy voicing@latest --reason x');
  appendFileSync(path.join(scratch.folder, 'var/portal/compositions/1.json'), ' ');
  expect(await portal('history')).toMatchObject({
    code: 5,
    err: expect.stringContaining('before 2 is missing or changed'),
  });
});

test('rotates the key, and still reads what the old one signed', async () => {
  await portal(`keys create --key ${scratch.folder}/new.pem`);
  const rotated = await portal(`keys rotate --new-key ${scratch.folder}/new.pem`);
  expect(rotated.out).toMatch(
    /The new key is now in (\S+), where commands expect it; the old one is in \1\.retired\./,
  );
  expect(await portal('history')).toMatchObject({ code: 0, out: expect.stringContaining('1  ') });
  await scratch.publish('voicing', 2);
  expect((await portal('deploy voicing@latest --reason x')).code).toBe(0);
  expect((await portal('verify')).out).toContain('3 changes in an unbroken chain');
  expect((await portal('keys create')).code).toBe(1);
});

test('makes a change only if the expected composition is live', async () => {
  await scratch.publish('voicing', 2);
  expect((await portal('deploy voicing@latest --reason x --expect 7')).code).toBe(4);
  expect((await portal('deploy voicing@latest --reason x --expect 1')).code).toBe(0);
});

test.each([
  'deploy',
  'deploy voicing',
  'deploy voicing@latest',
  'deploy voicing@latest --reason',
  'canary voicing@latest --percent 100',
  'promote host',
  'promote voicing',
  'promote voicing@latest --require-verdict',
  'rollback voicing --force',
  'rollback voicing --to latest',
  'unknown',
  'status --colour',
  'status --store ftp://somewhere',
  'status --store s3://bucket',
  'diff 1 9',
  'guard --url http://localhost:1 --once',
])('explains why "%s" is invalid', async (line) => {
  const { code, err } = await portal(line);
  expect(code).toBe(2);
  expect(err).not.toBe('');
});

test('reports a refusal in JSON', async () => {
  expect(await scratch.json('promote voicing@latest')).toMatchObject({ error: 'OperationRefused', code: 3 });
});

test('removes only releases that no recent composition names and that are not among the last', async () => {
  for (const digit of [2, 3, 4]) {
    await scratch.publish('voicing', digit);
    await portal('deploy voicing@latest --reason next');
  }
  await scratch.publish('voicing', 5);
  expect(await scratch.json('gc --keep 1 --days 0 --dry-run')).toMatchObject({
    removed: ['voicing@0.1.0-aaaaaaa2', 'voicing@0.1.0-aaaaaaa1'],
  });
  expect((await portal('gc --keep 1')).out).toContain('Removed 0');
  expect((await portal('gc --keep 1 --days 0')).code).toBe(0);
  expect((await portal('verify')).code).toBe(0);
  expect((await portal('status voicing')).out).toContain(
    'Published, newest first: 0.1.0-aaaaaaa5, 0.1.0-aaaaaaa4, 0.1.0-aaaaaaa3',
  );
  expect((await portal('rollback voicing --to 0.1.0-aaaaaaa1')).code).toBe(3);
});

test('composes a set without changing what is live', async () => {
  const next = await scratch.publish('voicing', 2);
  const composed = `${scratch.folder}/look`;
  expect((await portal(`compose voicing@latest --no-serve --out ${composed}`)).out).toContain(
    `voicing@${next}`,
  );
  expect(
    (await portal(`verify --store ${composed}/portal --key ${composed}/keys/composition.pem`)).code,
  ).toBe(0);
  expect((await live())['voicing']?.['active']).toBe('0.1.0-aaaaaaa1');
});

test('composes no other set where a preview is served', async () => {
  const composed = `${scratch.folder}/look`;
  takePreviewFolder(composed);
  // This process serves it.
  markServed(composed);
  expect(await portal(`compose voicing@latest --no-serve --out ${composed}`)).toMatchObject({
    code: 3,
    err: expect.stringContaining('choose another folder with --out and another port with --port'),
  });
  expect(readdirSync(composed)).toEqual(['preview.json']);
  writeFileSync(`${composed}/preview.json`, ownMark().replace(String(process.pid), '4194304'));
  expect(await portal(`compose voicing@latest --no-serve --out ${composed}`)).toMatchObject({ code: 0 });
});

test('composes no preview in the folder of a portal, or with its key', async () => {
  const before = readFileSync(`${scratch.folder}/var/portal/composition.json`);
  for (const folder of ['var', 'var/keys', 'var/keys/composition.pem'])
    expect(await portal(`compose voicing@latest --no-serve --out ${scratch.folder}/${folder}`)).toMatchObject(
      {
        code: 3,
        err: expect.stringContaining(
          `${folder} exists already and is no preview: name a folder that is new or empty with --out`,
        ),
      },
    );
  const composed = `${scratch.folder}/look`;
  takePreviewFolder(composed);
  cpSync(`${scratch.folder}/var/keys`, `${composed}/keys`, { recursive: true });
  expect(await portal(`compose voicing@latest --no-serve --out ${composed}`)).toMatchObject({
    code: 3,
    err: expect.stringContaining('is the key of what is live'),
  });
  expect(existsSync(`${composed}/portal`)).toBe(false);
  expect(readFileSync(`${scratch.folder}/var/portal/composition.json`)).toEqual(before);
});
