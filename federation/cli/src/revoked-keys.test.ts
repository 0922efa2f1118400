import { ECDH, generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;
let team: { file: string; id: string; publicKey: string };

const run = (line: string) => scratch.portal(line);

async function publishAsTeam(unit: string, digit: number): Promise<void> {
  scratch.build(unit, { version: `0.1.0-bbbbbbb${digit}` });
  expect(await run(`publish ${unit} --key ${team.file}`)).toMatchObject({ code: 0 });
}

beforeEach(async () => {
  scratch = scratchPortal();
  await run('keys create');
  for (const unit of ['host', 'voicing', 'finances']) await scratch.publish(unit, 1);
  await run('deploy host@latest voicing@latest finances@latest --reason first');
  const file = path.join(scratch.folder, 'team.pem');
  team = { file, ...(await scratch.json<{ id: string; publicKey: string }>(`keys create --key ${file}`)) };
  await run(`keys trust ${team.publicKey} voicing finances`);
});
afterEach(() => scratch.remove());

const spki = (type: 'ed25519' | 'rsa') =>
  (type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ed25519')
  ).publicKey
    .export({ type: 'spki', format: 'der' })
    .toString('base64');

/** The same key with its point in compressed form. */
function compressed(publicKey: string): string {
  const point = Buffer.from(publicKey, 'base64').subarray(-65);
  const short = ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'compressed');
  const header = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');
  return Buffer.concat([header, Buffer.from(short)]).toString('base64');
}

test.each([
  ['text that is no key', () => Buffer.from('no key').toString('base64')],
  ['text that is not base64', () => '?'],
  ['a key of another algorithm', () => spki('ed25519')],
  ['an RSA key', () => spki('rsa')],
  ['a truncated key', () => team.publicKey.slice(0, 80)],
])('does not trust %s', async (_, key) => {
  const { code, err } = await run(`keys trust ${key()} voicing`);
  expect([code, err]).toEqual([2, expect.stringContaining('expected an ECDSA P-256 public key')]);
  expect((await scratch.json<{ number: number }>('status')).number).toBe(2);
});

test('a revoked key is trusted again only if its id is named with a reason, and the record says so', async () => {
  await run(`keys revoke ${team.id}`);
  for (const key of [
    team.publicKey,
    `COMPOSITION_PUBLIC_KEY=${team.publicKey}`,
    compressed(team.publicKey),
  ]) {
    const { code, err } = await run(`keys trust ${key} voicing --reason again`);
    expect([code, err]).toEqual([3, expect.stringContaining(`--reinstate ${team.id}`)]);
  }
  expect((await run(`keys trust ${team.publicKey} voicing --reinstate ${team.id}`)).code).toBe(2);
  const other = await run(`keys trust ${team.publicKey} voicing --reinstate 0123456789abcdef --reason x`);
  expect(other.code).toBe(3);
  expect((await run('keys list')).out).toContain('revoked');
  const named = `keys trust ${team.publicKey} voicing --reinstate ${team.id} --reason "laptop found"`;
  expect(await run(named)).toMatchObject({ code: 0, out: expect.stringContaining('may sign voicing again') });
  expect((await run('keys list')).out).not.toContain('revoked');
  expect((await run('history --limit 1')).out).toMatch(
    new RegExp(`keys trust \\S+ voicing --reinstate ${team.id}: laptop found`),
  );
});

test('--reinstate is refused for a key that is not revoked', async () => {
  const { code } = await run(`keys trust ${team.publicKey} voicing --reinstate ${team.id} --reason x`);
  expect(code).toBe(3);
});

interface Shown {
  live: { unit: string; active: string; canary: string }[];
}

async function shown(): Promise<string[]> {
  const { live } = await scratch.json<Shown>('status');
  return live.map(({ unit, active, canary }) => `${unit} ${active} ${canary}`);
}

test('a revocation ends the canaries under the key, and names what is still live under it', async () => {
  await publishAsTeam('voicing', 1);
  await run('canary voicing@0.1.0-bbbbbbb1 --percent 10');
  await publishAsTeam('finances', 1);
  await run('deploy finances@0.1.0-bbbbbbb1 --reason x');
  await scratch.publish('host', 2);
  await run('canary host@0.1.0-aaaaaaa2 --percent 10');
  const { code, out } = await run(`keys revoke ${team.id} --reason "laptop stolen"`);
  expect(code).toBe(0);
  expect(out.split('\n').slice(1, -1)).toEqual([
    '  The canary voicing@0.1.0-bbbbbbb1 has ended.',
    '  finances@0.1.0-bbbbbbb1 is still live: "portal withdraw finances@0.1.0-bbbbbbb1" forbids it.',
  ]);
  expect(await shown()).toEqual([
    'host 0.1.0-aaaaaaa1 0.1.0-aaaaaaa2 at 10 %',
    'voicing 0.1.0-aaaaaaa1 –',
    'finances 0.1.0-bbbbbbb1 –',
  ]);
  expect((await run('withdraw finances@0.1.0-bbbbbbb1 --reason "laptop stolen"')).code).toBe(0);
  expect(await shown()).toContain('finances 0.1.0-aaaaaaa1 –');
});

test('a revocation also ends a canary whose publication somebody has removed', async () => {
  await publishAsTeam('voicing', 1);
  await run('canary voicing@0.1.0-bbbbbbb1 --percent 10');
  rmSync(path.join(scratch.folder, 'var/portal/remotes/voicing/0.1.0-bbbbbbb1/publication.json'));
  expect((await run(`keys revoke ${team.id}`)).out).toContain('voicing@0.1.0-bbbbbbb1 has ended');
  expect(await shown()).toContain('voicing 0.1.0-aaaaaaa1 –');
});

test('a revocation leaves canaries alone that another key has signed', async () => {
  await scratch.publish('voicing', 2);
  await run('canary voicing@latest --percent 10');
  await run(`keys revoke ${team.id}`);
  expect(await shown()).toContain('voicing 0.1.0-aaaaaaa1 0.1.0-aaaaaaa2 at 10 %');
});

test("a replaced composition key leaves a team's signature alone, so that a later revocation covers it", async () => {
  await publishAsTeam('voicing', 1);
  await run('deploy voicing@0.1.0-bbbbbbb1 --reason x');
  const newKey = path.join(scratch.folder, 'new.pem');
  await run(`keys create --key ${newKey}`);
  expect(await run(`keys rotate --new-key ${newKey}`)).toMatchObject({ code: 0 });
  expect(await run('verify')).toMatchObject({ code: 0 });
  expect((await run(`keys revoke ${team.id} --reason "laptop stolen"`)).out).toContain(
    'voicing@0.1.0-bbbbbbb1 is still live',
  );
  expect(await run('verify')).toMatchObject({ code: 5, out: expect.stringContaining('was revoked on') });
});
