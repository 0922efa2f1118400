import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runKilled } from './testing/kill.fixtures.ts';
import { argumentsOf, type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;
const at = (file: string) => path.join(scratch.folder, file);
const run = (line: string) => scratch.portal(line);
const liveFile = () => readFileSync(at('var/portal/composition.json'), 'utf8');
/** The content of every key file in the folder of the keys, by name. */
const keyFiles = () =>
  Object.fromEntries(
    readdirSync(at('var/keys')).map((name) => [name, readFileSync(at(`var/keys/${name}`), 'utf8')]),
  );

/** The file of the key that somebody else has kept. */
const kept = () => at('kept.pem');

beforeEach(async () => {
  scratch = scratchPortal();
  await run('keys create');
  for (const unit of ['host', 'voicing']) await scratch.publish(unit, 1);
  await run('deploy host@latest voicing@latest --reason first');
  await run(`mirror --to ${at('mirror')}`);
  copyFileSync(at('var/keys/composition.pem'), kept());
  await run(`keys create --key ${at('next.pem')}`);
  expect(await run(`keys rotate --new-key ${at('next.pem')}`)).toMatchObject({ code: 0 });
});
afterEach(() => scratch.remove());

test.each([
  'status',
  'verify',
  'restore',
  'rollback voicing --reason x',
  'withdraw voicing --reason x --force',
  'deploy voicing@latest --reason x --force',
])('%s with the retired key changes nothing, and asks for the new one', async (line) => {
  const before = liveFile();
  const { code, err } = await run(`${line} --key ${kept()}`);
  expect(code).toBe(5);
  expect(err).toMatch(/key \w{16} was replaced by key \w{16} with composition 2: get the new key file/);
  expect(liveFile()).toBe(before);
});

test('a mirror of the retired key does not replace what the new one has signed', async () => {
  const before = liveFile();
  const back = `mirror --store ${at('mirror')} --to ${at('var/portal')}`;
  expect(await run(`${back} --key ${kept()}`)).toMatchObject({
    code: 5,
    err: expect.stringContaining('was replaced by key'),
  });
  expect(liveFile()).toBe(before);
  await run(`mirror --to ${at('mirror')}`);
  const mirrored = `--store ${at('mirror')} --key ${kept()}`;
  expect((await run(`status ${mirrored}`)).err).toContain('was replaced by key');
  expect(await run('verify')).toMatchObject({ code: 0 });
});

test('a key that is live again is not called retired', async () => {
  expect(await run(`keys rotate --new-key ${kept()}`)).toMatchObject({ code: 0 });
  truncateSync(at('var/portal/composition.json'), 300);
  expect((await run('restore')).out).toContain('Composition 3 is live again.');
  expect(await run('verify')).toMatchObject({ code: 0 });
});

test('the retired key is used again if the new one is lost, also by a mirror that had the new one', async () => {
  await run(`mirror --to ${at('mirror')}`);
  const accepted = await run(`restore --accept-older --key ${kept()}`);
  expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining('Composition 1 is live again.') });
  expect(await run(`status --key ${kept()}`)).toMatchObject({ code: 0 });
  const mirror = () => run(`mirror --to ${at('mirror')} --key ${kept()}`);
  expect((await mirror()).err).toContain('was replaced by key');
  expect(await run(`withdraw voicing --reason x --key ${kept()}`)).toMatchObject({ code: 0 });
  expect(await mirror()).toMatchObject({ code: 0 });
  expect(await run(`status --store ${at('mirror')} --key ${kept()}`)).toMatchObject({ code: 0 });
  expect(existsSync(at('mirror/successions'))).toBe(false);
});

test.each([undefined, 'rotate-written', 'rotate-signed', 'rotate-retired'] as const)(
  'going back to the retired key loses no key, also when the first attempt is killed at %s',
  async (point) => {
    const { 'composition.pem': current, 'composition.pem.retired': retired } = keyFiles();
    const back = `keys rotate --new-key ${at('var/keys/composition.pem.retired')}`;
    if (point !== undefined) {
      const { environment } = scratch;
      expect(runKilled(argumentsOf(back), { at: point, environment }).signal).toBe('SIGKILL');
      expect(Object.values(keyFiles())).toEqual(expect.arrayContaining([current, retired]));
    }
    const { code, out } = await run(back);
    expect(code).toBe(0);
    const [, place = ''] = /the old one is in (\S+)\.\n/.exec(out) ?? [];
    expect(keyFiles()).toEqual({ 'composition.pem': retired, [path.basename(place)]: current });
    expect(await run('verify')).toMatchObject({ code: 0 });
    expect(await run('withdraw voicing --reason x')).toMatchObject({ code: 0 });
  },
);

test('a second rotation overwrites no key that the first one retired', async () => {
  const before = keyFiles();
  await run(`keys create --key ${at('third.pem')}`);
  const third = readFileSync(at('third.pem'), 'utf8');
  expect(await run(`keys rotate --new-key ${at('third.pem')}`)).toMatchObject({ code: 0 });
  expect(Object.values(keyFiles()).sort()).toEqual([...Object.values(before), third].sort());
});

test('the current key does not replace itself', async () => {
  const before = keyFiles();
  copyFileSync(at('var/keys/composition.pem'), at('copy.pem'));
  for (const file of [at('var/keys/composition.pem'), at('copy.pem')])
    expect(await run(`keys rotate --new-key ${file}`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/holds key \w{16}, which is the current one: create another/),
    });
  expect(keyFiles()).toEqual(before);
});

test.each(['rollback voicing --reason x', 'keys rotate --new-key $retired'])(
  '%s without a key file names the retired key that is there',
  async (line) => {
    const retired = at('var/keys/composition.pem.retired');
    renameSync(at('var/keys/composition.pem'), retired);
    expect(await run(line.replace('$retired', retired))).toMatchObject({
      code: 1,
      err: expect.stringContaining(`but there is ${retired}: if the portal is signed with that key, copy`),
    });
  },
);
