import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readCompositionFile } from './composition/composition-file.ts';
import { type FaultPoint, faultPoints } from './fault-point.ts';
import { readSigningKey } from './signing/signing-key.ts';
import { directoryStore } from './store/directory-store.ts';
import { runKilled } from './testing/kill.fixtures.ts';
import { argumentsOf, type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;

beforeEach(async () => {
  scratch = scratchPortal();
  await scratch.portal('keys create');
  await scratch.publish('host', 1);
  await scratch.publish('voicing', 1);
  await scratch.portal('deploy host@latest voicing@latest --reason first');
});
afterEach(() => scratch.remove());

/** What a reader gets: the composition's number, from a file whose signatures hold. */
async function liveNumber(): Promise<number> {
  const key = await readSigningKey(`${scratch.folder}/var/keys/composition.pem`);
  const file = await directoryStore(`${scratch.folder}/var/portal`).read('composition.json');
  if (file === undefined) throw new Error('nothing is live');
  return (await readCompositionFile(file.content, key.publicKey)).composition.number;
}

const kill = (line: string, at: FaultPoint) =>
  runKilled(argumentsOf(line), { at, environment: scratch.environment });

const publishing = ['publish-started', 'publish-before-release', 'publish-done'] as const;
const collecting = ['gc-manifest-removed', 'gc-swapped', 'gc-file-removed'] as const;
const rotating = ['rotate-written', 'rotate-signed', 'rotate-retired'] as const;
const changing = faultPoints.filter(
  (point) => ![...publishing, ...collecting, ...rotating].some((other) => other === point),
);

test.each(changing)(
  'a deployment killed at "%s" leaves the old set or the new one, and the next one works',
  async (at) => {
    await scratch.publish('voicing', 2);
    expect(kill('deploy voicing@latest --reason x', at).signal).toBe('SIGKILL');
    const number = await liveNumber();
    expect(number).toBe(at.startsWith('after') ? 2 : 1);
    expect((await scratch.portal('verify')).code).toBe(0);
    await scratch.publish('voicing', 3);
    expect(await scratch.portal('deploy voicing@latest --reason y')).toMatchObject({ code: 0 });
    expect(await liveNumber()).toBeGreaterThan(number);
    expect((await scratch.portal('history')).code).toBe(0);
  },
);

test.each(publishing)(
  'a publication killed at "%s" leaves no release or a complete one, and can be repeated',
  async (at) => {
    scratch.build('voicing', { version: '0.1.0-aaaaaaa2' });
    expect(kill('publish voicing', at).signal).toBe('SIGKILL');
    expect((await scratch.portal('check voicing@0.1.0-aaaaaaa2')).code).toBe(at === 'publish-done' ? 0 : 3);
    expect((await scratch.portal('publish voicing')).code).toBe(0);
    expect((await scratch.portal('check voicing@0.1.0-aaaaaaa2')).code).toBe(0);
  },
);

test.each(collecting)('a collection killed at "%s" removes no release that is in use', async (at) => {
  for (const digit of [2, 3, 4]) {
    await scratch.publish('voicing', digit);
    await scratch.portal('deploy voicing@latest --reason next');
  }
  expect(kill('gc --keep 1 --days 0', at).signal).toBe('SIGKILL');
  expect((await scratch.portal('verify')).code).toBe(0);
  expect((await scratch.portal('gc --keep 1 --days 0')).code).toBe(0);
  expect((await scratch.portal('rollback voicing')).code).toBe(0);
  expect((await scratch.portal('verify')).code).toBe(0);
});

test.each(rotating)('a key rotation killed at "%s" can be repeated', async (at) => {
  const next = `${scratch.folder}/next.pem`;
  await scratch.portal(`keys create --key ${next}`);
  expect(kill(`keys rotate --new-key ${next}`, at).signal).toBe('SIGKILL');
  expect((await scratch.portal(`keys rotate --new-key ${next}`)).code).toBe(0);
  expect((await scratch.portal('verify')).out).toContain('2 changes in an unbroken chain');
  expect(await liveNumber()).toBe(2);
});
