import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { integrityOf } from './releases/release-json.ts';
import { readSigningKey, type SigningKey } from './signing/signing-key.ts';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;
let team: { file: string; id: string; publicKey: string };

const run = (line: string) => scratch.portal(line);
const file = (name: string) => path.join(scratch.folder, 'var/portal', name);

async function publishAsTeam(unit: string, digit: number): Promise<void> {
  scratch.build(unit, { version: `0.1.0-bbbbbbb${digit}` });
  expect(await run(`publish ${unit} --key ${team.file}`)).toMatchObject({ code: 0 });
}

/** Changes the text of the signed publication of a release; `key` signs it, or nobody does. */
async function republish(version: string, members: object, key?: SigningKey): Promise<void> {
  const name = file(`remotes/voicing/${version}/publication.json`);
  const signed = JSON.parse(readFileSync(name, 'utf8'));
  const payload = JSON.stringify({ ...JSON.parse(signed.payload), ...members });
  writeFileSync(name, JSON.stringify((await key?.sign(payload)) ?? { ...signed, payload }));
}

beforeEach(async () => {
  scratch = scratchPortal();
  await run('keys create');
  for (const unit of ['host', 'voicing', 'finances']) await scratch.publish(unit, 1);
  await run('deploy host@latest voicing@latest finances@latest --reason first');
  const keyFile = path.join(scratch.folder, 'team.pem');
  team = {
    file: keyFile,
    ...(await scratch.json<{ id: string; publicKey: string }>(`keys create --key ${keyFile}`)),
  };
});
afterEach(() => scratch.remove());

test('refuses a release of a team whose key nobody has trusted, and says what to do', async () => {
  await publishAsTeam('voicing', 1);
  const { code, err } = await run('deploy voicing@0.1.0-bbbbbbb1 --reason x');
  expect(code).toBe(3);
  expect(err).toContain(
    `signed with the unknown key ${team.id} (if that is a team's, "portal keys trust" adds it)`,
  );
  expect(await run('check voicing@latest')).toMatchObject({
    code: 0,
    out: 'voicing@0.1.0-aaaaaaa1 can go live.\n',
  });
});

test('says which later release cannot be the latest one, and which one is', async () => {
  await publishAsTeam('voicing', 1);
  const unknown = `voicing@0.1.0-bbbbbbb1 cannot be trusted: it is signed with the unknown key ${team.id} (if that is a team's, "portal keys trust" adds it)`;
  const note = `voicing@latest is 0.1.0-aaaaaaa1, because ${unknown}`;
  for (const line of ['deploy voicing@latest --reason x', 'check voicing@latest'])
    expect(await run(line)).toMatchObject({ code: 0, err: expect.stringContaining(note) });
  await publishAsTeam('messaging', 1);
  for (const line of ['deploy messaging@latest --reason x', 'check messaging@latest'])
    expect(await run(line)).toMatchObject({
      code: 3,
      err: expect.stringContaining(unknown.replace('voicing', 'messaging')),
    });
  expect((await run('check profile@latest')).err).toBe('no release of profile is published\n');
  // An older one is not expected in its place.
  await scratch.publish('voicing', 2);
  const { code, err } = await run('check voicing@latest');
  expect({ code, err }).toEqual({
    code: 0,
    err: 'checking voicing@0.1.0-aaaaaaa2 against composition 1\n',
  });
});

test("a team's key changes its own area only", async () => {
  expect((await run(`keys trust ${team.publicKey} voicing --reason 'the voicing team'`)).code).toBe(0);
  await publishAsTeam('voicing', 1);
  await publishAsTeam('finances', 1);
  expect((await run('deploy voicing@latest --reason x')).out).toContain('→ 0.1.0-bbbbbbb1');
  const { code, err } = await run('deploy finances@0.1.0-bbbbbbb1 --reason x');
  expect(code).toBe(3);
  expect(err).toContain(`the key ${team.id} that signed it may sign voicing only`);
  expect((await run(`deploy voicing@0.1.0-aaaaaaa1 --reason x --key ${team.file}`)).code).not.toBe(0);
});

test.each([
  [
    'states another area',
    (release: StatedRelease) => ({ ...release, area: { ...release.area, id: 'finances' } }),
    'its release.json is that of finances@0.1.0-bbbbbbb1',
  ],
  [
    'states another version',
    (release: StatedRelease) => ({ ...release, version: '0.1.0-aaaaaaa1' }),
    'its release.json is that of voicing@0.1.0-aaaaaaa1',
  ],
  [
    'claims a path without its first slash',
    ({ area, ...release }: StatedRelease) => {
      const pages = area.pages.map((page) => ({ ...page, aliases: ['finances/payments'] }));
      return { ...release, area: { ...area, pages } };
    },
    'area.pages.0.aliases.0: Invalid format',
  ],
])("refuses a team's release that %s", async (_, change, reason) => {
  await run(`keys trust ${team.publicKey} voicing`);
  await publishAsTeam('voicing', 1);
  const name = file('remotes/voicing/0.1.0-bbbbbbb1/release.json');
  const content = JSON.stringify(change(JSON.parse(readFileSync(name, 'utf8'))));
  writeFileSync(name, content);
  await republish(
    '0.1.0-bbbbbbb1',
    { manifest: integrityOf(Buffer.from(content)) },
    await readSigningKey(team.file),
  );
  const { code, err } = await run('deploy voicing@0.1.0-bbbbbbb1 --reason x');
  expect(code).not.toBe(0);
  expect(err).toContain(reason);
});

interface StatedRelease {
  version: string;
  area: { id: string; pages: object[] };
}

test('a replaced composition key signs nothing that nobody trusted has signed', async () => {
  await run(`keys trust ${team.publicKey} voicing`);
  await publishAsTeam('voicing', 1);
  await run('deploy voicing@latest --reason x');
  await run('deploy voicing@0.1.0-aaaaaaa1 --reason x');
  await run(`keys revoke ${team.id}`);
  await republish('0.1.0-bbbbbbb1', { published: '2099-01-01T00:00:00.000Z' });
  const newKey = path.join(scratch.folder, 'new.pem');
  await run(`keys create --key ${newKey}`);
  expect((await run(`keys rotate --new-key ${newKey}`)).code).toBe(0);
  expect((await run('check voicing@latest')).out).toContain('voicing@0.1.0-aaaaaaa1 can go live');
  expect((await run('deploy voicing@0.1.0-bbbbbbb1 --reason x')).code).not.toBe(0);
});

test('no rollback signs other bytes under a version that was live, even if a trusted team has signed them', async () => {
  await run(`keys trust ${team.publicKey} voicing`);
  await publishAsTeam('voicing', 1);
  await run('deploy voicing@latest --reason x');
  await scratch.publish('voicing', 2);
  await run('deploy voicing@0.1.0-aaaaaaa2 --reason x');
  rmSync(file('remotes/voicing/0.1.0-bbbbbbb1'), { recursive: true });
  scratch.build('voicing', { version: '0.1.0-bbbbbbb1', files: { 'entry.js': 'steal()' } });
  expect((await run(`publish voicing --key ${team.file}`)).code).toBe(0);
  for (const line of ['rollback voicing', 'rollback voicing --to 0.1.0-bbbbbbb1']) {
    expect(await run(`${line} --reason x`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('is not what was live in composition 4'),
    });
  }
});

test('check needs the public key only', async () => {
  await run(`keys trust ${team.publicKey} voicing`);
  await publishAsTeam('voicing', 1);
  const { publicKey } = await scratch.json<{ publicKey: string }>('keys show');
  rmSync(path.join(scratch.folder, 'var/keys/composition.pem'));
  expect(await run(`check voicing@latest --public-key ${publicKey}`)).toMatchObject({ code: 0 });
});

test('a revoked key signs nothing more, and the record says why', async () => {
  await run(`keys trust ${team.publicKey} voicing`);
  await publishAsTeam('voicing', 1);
  await run('deploy voicing@latest --reason x');
  expect((await run(`keys revoke ${team.id} --reason 'laptop stolen'`)).code).toBe(0);
  await publishAsTeam('voicing', 2);
  expect((await run('deploy voicing@0.1.0-bbbbbbb2 --reason x')).err).toContain('was revoked on');
  expect((await run('verify')).out).toContain('was revoked on');
  expect((await run('keys list')).out).toMatch(
    new RegExp(`${team.id} {2}voicing {2}since 20\\d\\d-\\S+, revoked 20`),
  );
  expect((await run('history')).out).toContain('laptop stolen');
  expect((await run('rollback voicing --reason "away from it"')).code).toBe(0);
  expect((await run('rollback voicing --to 0.1.0-bbbbbbb1 --reason x')).code).toBe(3);
});

test('a revocation cannot be undone by playing an older composition back', async () => {
  await run(`keys trust ${team.publicKey} voicing`);
  await publishAsTeam('voicing', 1);
  await run(`keys revoke ${team.id}`);
  cpSync(file('compositions/2.json'), file('composition.json'));
  expect((await run('deploy voicing@0.1.0-bbbbbbb1 --reason x')).err).toContain('run "portal restore"');
  expect((await run('restore')).out).toBe('Composition 3 is live again.\n');
  expect((await run('deploy voicing@0.1.0-bbbbbbb1 --reason x')).err).toContain('was revoked on');
});

test('releases that have been live can be deployed after the composition key was replaced', async () => {
  await scratch.publish('voicing', 2);
  await run('deploy voicing@latest --reason x');
  await scratch.publish('voicing', 3);
  await run(`keys rotate --new-key ${team.file}`);
  expect(await run('verify')).toMatchObject({ code: 0 });
  expect(await run('rollback voicing --reason x')).toMatchObject({ code: 0 });
  expect((await run('deploy voicing@0.1.0-aaaaaaa3 --reason x')).err).toContain('unknown key');
});

test('an unsigned release of an older tool is signed by publishing it again', async () => {
  const publication = file('remotes/voicing/0.1.0-aaaaaaa1/publication.json');
  writeFileSync(publication, JSON.parse(readFileSync(publication, 'utf8')).payload);
  expect((await run('deploy voicing@0.1.0-aaaaaaa1 --reason x')).err).toContain('is not signed');
  await scratch.publish('voicing', 1);
  expect(await run('verify')).toMatchObject({ code: 0 });
});

test('mirror replaces damaged files and refuses an older composition', async () => {
  const copy = path.join(scratch.folder, 'copy');
  const entry = 'remotes/voicing/0.1.0-aaaaaaa1/entry.js';
  expect((await run(`mirror --to ${copy}`)).code).toBe(0);
  writeFileSync(path.join(copy, entry), 'steal()');
  expect((await run(`mirror --to ${copy}`)).out).toContain('1 files copied');
  expect(readFileSync(path.join(copy, entry))).toEqual(readFileSync(file(entry)));
  await scratch.publish('voicing', 2);
  await run('deploy voicing@latest --reason x');
  await run(`mirror --to ${copy}`);
  cpSync(file('compositions/1.json'), file('composition.json'));
  rmSync(file('compositions/2.json'));
  rmSync(path.join(scratch.folder, 'var/heads.json'));
  expect((await run(`mirror --to ${copy}`)).err).toContain('has composition 2');
  await scratch.publish('voicing', 3);
  await run('deploy voicing@0.1.0-aaaaaaa3 --reason another');
  expect((await run(`mirror --to ${copy}`)).err).toContain('has another composition 2');
});
