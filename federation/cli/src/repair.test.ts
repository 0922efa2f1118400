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
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

// Each test follows docs/runbooks/rollback.md, "A file of a release".

let scratch: ScratchPortal;
const run = (line: string) => scratch.portal(line);
const file = (name: string) => path.join(scratch.folder, 'var/portal', name);
const live = 'remotes/voicing/0.1.0-aaaaaaa2';
const advice = 'build the same commit and run "portal publish voicing"';

beforeEach(async () => {
  scratch = scratchPortal();
  await run('keys create');
  await scratch.publish('host', 1);
  for (const digit of [1, 2]) {
    await scratch.publish('voicing', digit);
    await run('deploy host@latest voicing@latest --reason next');
  }
  await run(`mirror --to ${scratch.folder}/mirror`);
});
afterEach(() => scratch.remove());

function alterReleaseJson(): void {
  appendFileSync(file(`${live}/release.json`), ' ');
}

async function signAsStranger(): Promise<void> {
  const stranger = path.join(scratch.folder, 'stranger');
  await run(`keys create --key ${stranger}.pem`);
  await run(`publish voicing --store ${stranger} --key ${stranger}.pem`);
  cpSync(path.join(stranger, live, 'publication.json'), file(`${live}/publication.json`));
}

const damages: [name: string, damage: () => unknown][] = [
  ['an altered release.json', alterReleaseJson],
  ['a truncated release.json', () => writeFileSync(file(`${live}/release.json`), '{')],
  ["a stranger's publication.json", signAsStranger],
  [
    'both',
    async () => {
      alterReleaseJson();
      await signAsStranger();
    },
  ],
  ['a missing publication.json', () => rmSync(file(`${live}/publication.json`))],
];

test.each(damages)('repairs %s by publishing the same build again', async (_name, damage) => {
  await damage();
  expect(await run('verify')).toMatchObject({
    code: 5,
    out: expect.stringContaining('docs/runbooks/rollback.md, "Something is damaged"'),
  });
  expect(await run('publish voicing')).toMatchObject({
    code: 0,
    out: expect.stringContaining('have been replaced'),
  });
  expect(await run('verify')).toMatchObject({ code: 0 });
  expect(await run('publish voicing')).toMatchObject({ out: expect.stringContaining('same bytes.') });
});

test.each([alterReleaseJson, signAsStranger])('says how to repair a release after %p', async (damage) => {
  await damage();
  expect((await run('verify')).out).toContain(advice);
  expect((await run('deploy voicing@0.1.0-aaaaaaa2 --reason x')).err).toContain(advice);
});

test.each(damages)('repairs %s from a mirror', async (_name, damage) => {
  await damage();
  // A mirror that runs continuously copies nothing of the damage.
  await run(`mirror --to ${scratch.folder}/mirror`);
  expect(await run(`mirror --store ${scratch.folder}/mirror --to ${file('.')}`)).toMatchObject({ code: 0 });
  expect(await run('verify')).toMatchObject({ code: 0 });
});

test.each(damages)(
  'a mirror that has the whole release follows the changes of others beside %s, and then repairs it',
  async (_name, damage) => {
    await damage();
    expect(await run('withdraw voicing --reason "wrong prices"')).toMatchObject({ code: 0 });
    expect(await run(`mirror --to ${scratch.folder}/mirror`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Composition 3 is live'),
    });
    expect(await run(`mirror --store ${scratch.folder}/mirror --to ${file('.')}`)).toMatchObject({ code: 0 });
    expect(await run('verify')).toMatchObject({ code: 0 });
  },
);

test.each(damages)(
  'rolls back from a release with %s, and the store is sound again',
  async (_name, damage) => {
    await damage();
    expect(await run('rollback voicing --reason damaged')).toMatchObject({ code: 0 });
    expect(await run('verify')).toMatchObject({ code: 0 });
  },
);

test.each(['rollback voicing', 'withdraw voicing@0.1.0-aaaaaaa2'])(
  '%s does not bring back a release that has lost a file, unless forced',
  async (command) => {
    const previous = file('remotes/voicing/0.1.0-aaaaaaa1');
    const [script = ''] = readdirSync(previous).filter((name) => name.endsWith('.js'));
    rmSync(path.join(previous, script));
    const refused = { code: 3, err: expect.stringContaining(`${script} is missing`) };
    expect(await run(`${command} --reason broken`)).toMatchObject(refused);
    expect(await run(`${command} --reason broken --force`)).toMatchObject({ code: 0 });
  },
);

test('after a key was revoked, the same build is published again with another key', async () => {
  const team = path.join(scratch.folder, 'team.pem');
  const { id, publicKey } = await scratch.json<{ id: string; publicKey: string }>(
    `keys create --key ${team}`,
  );
  await run(`keys trust ${publicKey} voicing`);
  scratch.build('voicing', { version: '0.1.0-bbbbbbb1' });
  await run(`publish voicing --key ${team}`);
  await run('deploy voicing@latest --reason next');
  await run(`keys revoke ${id}`);
  expect(await run('verify')).toMatchObject({ code: 5, out: expect.stringContaining(advice) });
  expect(await run('publish voicing')).toMatchObject({ code: 0 });
  expect(await run('verify')).toMatchObject({ code: 0 });
  expect(await run('deploy voicing@0.1.0-aaaaaaa2 --reason x')).toMatchObject({ code: 0 });
  expect(await run('rollback voicing --to 0.1.0-bbbbbbb1 --reason x')).toMatchObject({ code: 0 });
});

test('a team repairs its release with its own key and the public key of the portal', async () => {
  const team = path.join(scratch.folder, 'team.pem');
  const { publicKey } = await scratch.json<{ publicKey: string }>(`keys create --key ${team}`);
  const { publicKey: portalKey } = await scratch.json<{ publicKey: string }>('keys show');
  await run(`keys trust ${publicKey} voicing`);
  alterReleaseJson();
  scratch.environment['COMPOSITION_PUBLIC_KEY'] = portalKey;
  expect(await run(`publish voicing --key ${team}`)).toMatchObject({ code: 0 });
  expect(await run('verify')).toMatchObject({ code: 0 });
});

test('publishing does not replace a release that was live by other bytes, even without its signature', async () => {
  await signAsStranger();
  const before = readFileSync(file(`${live}/release.json`));
  scratch.build('voicing', { version: '0.1.0-aaaaaaa2', files: { 'entry.js': 'other' } });
  expect(await run('publish voicing')).toMatchObject({
    code: 3,
    err: expect.stringContaining('other bytes'),
  });
  expect(readFileSync(file(`${live}/release.json`))).toEqual(before);
});

test('publishing replaces a release that only a stranger has signed', async () => {
  const stranger = path.join(scratch.folder, 'stranger.pem');
  await run(`keys create --key ${stranger}`);
  scratch.build('voicing', { version: '0.1.0-aaaaaaa3', files: { 'entry.js': 'steal()' } });
  await run(`publish voicing --key ${stranger}`);
  expect(await run('check voicing@0.1.0-aaaaaaa3')).toMatchObject({
    code: 3,
    err: expect.stringContaining('unknown key'),
  });
  await scratch.publish('voicing', 3);
  expect(await run('deploy voicing@0.1.0-aaaaaaa3 --reason x')).toMatchObject({ code: 0 });
  expect(await run('verify')).toMatchObject({ code: 0 });
  expect(existsSync(file('remotes/voicing/0.1.0-aaaaaaa3/entry.js'))).toBe(true);
});
