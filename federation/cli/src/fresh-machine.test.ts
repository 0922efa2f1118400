import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startStubPortal } from './testing/runbook.fixtures.ts';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;
let portal: Awaited<ReturnType<typeof startStubPortal>>;

const run = (line: string) => scratch.portal(line);
const file = (name: string) => path.join(scratch.folder, 'var', name);

/** What somebody who can write to the store leaves on a machine that has not seen it: composition 1, complete. */
function replayOnFreshMachine(): void {
  cpSync(file('portal/compositions/1.json'), file('portal/composition.json'));
  rmSync(file('portal/compositions/2.json'));
  rmSync(file('heads.json'));
}

beforeEach(async () => {
  scratch = scratchPortal();
  await run('keys create');
  for (const digit of [1, 2]) {
    for (const unit of ['host', 'voicing', 'finances']) await scratch.publish(unit, digit);
    await run('deploy host@latest voicing@latest finances@latest --reason next');
  }
  cpSync(file('portal'), file('served'), { recursive: true });
  portal = await startStubPortal(file('served'));
});
afterEach(async () => {
  await portal.close();
  scratch.remove();
});

const reading = [
  'deploy voicing@0.1.0-aaaaaaa2 --reason x',
  'canary voicing@0.1.0-aaaaaaa2 --percent 10',
  'rollback voicing --to 0.1.0-aaaaaaa1 --reason x',
  'rollback voicing --force --reason x',
  'withdraw voicing --reason x',
  'freeze voicing --until 2999-01-01T00:00Z --reason x',
  'keys revoke 0123456789abcdef',
  'check voicing@latest',
  'status',
  'history',
  'verify',
  'diff 1 2',
];

test.each(reading)('refuses an older composition than the portal has accepted: %s', async (line) => {
  replayOnFreshMachine();
  scratch.environment['PORTAL_URL'] = portal.url;
  const { code, err } = await run(line);
  expect([code, err]).toEqual([5, expect.stringContaining('composition')]);
  delete scratch.environment['PORTAL_URL'];
  expect(await scratch.json('status')).toMatchObject({ number: 1 });
});

test('refuses an older composition than --at-least states', async () => {
  replayOnFreshMachine();
  expect((await run('deploy voicing@0.1.0-aaaaaaa2 --reason x --at-least 2')).code).toBe(5);
  expect((await run('restore --at-least 2')).code).toBe(3);
  expect((await run('deploy voicing@0.1.0-aaaaaaa2 --reason x --at-least two')).code).toBe(2);
  expect((await run('deploy voicing@0.1.0-aaaaaaa2 --reason x --at-least 1')).code).toBe(0);
});

test('says that it relies on the store when it has nothing else, and not again', async () => {
  rmSync(file('heads.json'));
  expect((await run('rollback voicing --reason x')).err).toContain('has not seen');
  expect((await run('rollback finances --reason x')).err).toBe('');
});

test('continues and says so when the portal does not respond or serves what the key has not signed', async () => {
  scratch.environment['PORTAL_URL'] = 'http://127.0.0.1:1';
  const { code, err } = await run('rollback voicing --reason x');
  expect([code, err]).toEqual([0, expect.stringContaining('does not show which composition')]);
  await portal.close();
  portal = await startStubPortal(await foreignPortal());
  scratch.environment['PORTAL_URL'] = portal.url;
  expect(await run('rollback finances --reason x')).toMatchObject({
    code: 0,
    err: expect.stringContaining('does not show which composition'),
  });
});

/** The folder of a portal with another key and a higher number. */
async function foreignPortal(): Promise<string> {
  const key = file('keys/stranger.pem');
  await run(`keys create --key ${key}`);
  const store = file('foreign');
  const more = `--store ${store} --key ${key}`;
  await run(`publish host ${more}`);
  await run(`deploy host@latest --reason x ${more}`);
  for (const percent of [1, 2, 3, 4, 5])
    await run(`freeze host --until 2999-01-0${percent}T00:00Z --reason x ${more}`);
  return store;
}

test('lets a store continue after the loss of what the portal has accepted was accepted', async () => {
  replayOnFreshMachine();
  scratch.environment['PORTAL_URL'] = portal.url;
  expect((await run('restore')).code).toBe(3);
  expect((await run('restore --accept-older')).code).toBe(0);
  // The portal has accepted composition 2, and refuses another one of that number.
  expect((await run('deploy voicing@0.1.0-aaaaaaa2 --reason x')).out).toContain('Composition 3 is live');
});

test('fills an emptied store from a mirror that is one composition behind the portal', async () => {
  await run(`mirror --to ${file('mirror')}`);
  await run('freeze voicing --until 2999-01-01T00:00Z --reason x');
  await portal.close();
  cpSync(file('portal'), file('newer'), { recursive: true });
  portal = await startStubPortal(file('newer'));
  rmSync(file('portal'), { recursive: true });
  scratch.environment['PORTAL_URL'] = portal.url;
  rmSync(file('heads.json'));
  expect(await run(`mirror --store ${file('mirror')} --to ${file('portal')}`)).toMatchObject({ code: 0 });
  expect((await run('verify')).code).toBe(5);
  expect((await run('restore --accept-older')).code).toBe(0);
  expect(await run('verify')).toMatchObject({ code: 0 });
});
