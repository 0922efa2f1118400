import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { knownReference, readRunbook, startStubPortal, writeNpm } from './testing/runbook.fixtures.ts';
import { commandsOf, runBlock, sectionOf } from './testing/runbook-commands.fixtures.ts';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;
let portal: Awaited<ReturnType<typeof startStubPortal>>;
let environment: Record<string, string | undefined>;

beforeEach(async () => {
  scratch = scratchPortal();
  const store = path.join(scratch.folder, 'var/portal');
  portal = await startStubPortal(store);
  environment = {
    ...scratch.environment,
    PATH: `${writeNpm(scratch.folder)}${path.delimiter}${process.env['PATH']}`,
    PORTAL_URL: portal.url,
    PORTAL_STORE: store,
    OPS_TOKEN: 'ops',
  };
});
afterEach(async () => {
  await portal.close();
  scratch.remove();
});

async function follow(commands: readonly string[]): Promise<void> {
  for (const block of commands) {
    const { code, output } = await runBlock(block, environment);
    if (code !== 0) throw new Error(`a step ended with ${code}\n${output}`);
  }
}

const rollback = readRunbook('rollback.md');
const repair = sectionOf(rollback, 'Something is damaged');

test('the commands of the release runbook release an area', async () => {
  const { publicKey } = await scratch.json<{ publicKey: string }>(
    `keys create --key ${path.join(scratch.folder, 'team.pem')}`,
  );
  Object.assign(environment, { TEAM_KEY: publicKey });
  await follow(commandsOf(readRunbook('release.md')));
  const { live } = await scratch.json<{ live: Record<string, string>[] }>('status');
  expect(live).toHaveLength(6);
  expect(live.find(({ unit }) => unit === 'voicing')).toMatchObject({
    active: '0.1.0-00000002',
    previous: '0.1.0-00000001',
    canary: '–',
  });
}, 240_000);

test('the commands of the rollback runbook roll an area and the host back', async () => {
  await scratch.portal('keys create');
  for (const digit of [1, 2, 3]) {
    await scratch.publish('host', digit);
    await scratch.publish('voicing', digit);
    await scratch.portal('deploy host@latest voicing@latest --reason next');
  }
  await scratch.publish('voicing', 4);
  await scratch.portal('canary voicing@latest --percent 10');
  const versions = { VERSION: '0.1.0-aaaaaaa1', BAD_VERSION: '0.1.0-aaaaaaa3' };
  Object.assign(environment, { ...versions, REFERENCE: knownReference });
  await follow(commandsOf(rollback.replace(repair, '')));
  const { live } = await scratch.json<{ live: Record<string, string>[] }>('status');
  expect(live.map(({ unit, active }) => `${unit} ${active}`)).toEqual([
    'host 0.1.0-aaaaaaa2',
    'voicing 0.1.0-aaaaaaa1',
  ]);
}, 240_000);

test('the commands for damage of the rollback runbook work', async () => {
  await scratch.portal('keys create');
  for (const digit of [1, 2]) {
    await scratch.publish('host', digit);
    await scratch.publish('voicing', digit);
    await scratch.portal('deploy host@latest voicing@latest --reason next');
  }
  const { id, publicKey } = await scratch.json<{ id: string; publicKey: string }>(
    `keys create --key ${path.join(scratch.folder, 'team.pem')}`,
  );
  await scratch.portal(`keys trust ${publicKey} voicing`);
  const mirror = path.join(scratch.folder, 'mirror');
  Object.assign(environment, { KEY_ID: id, MIRROR: mirror });
  for (const block of commandsOf(repair)) {
    // A mirror runs continuously.
    await scratch.portal(`mirror --to ${mirror}`);
    await follow([block]);
  }
  expect((await scratch.portal('verify')).code).toBe(0);
  const fetched = await scratch.portal(`verify --url ${portal.url}`);
  expect(fetched.out).toContain('The store was not read');
}, 240_000);

test('the rollback runbook names what verify says after the store was filled from a mirror without the last change', async () => {
  await scratch.portal('keys create');
  await scratch.publish('host', 1);
  await scratch.publish('voicing', 1);
  await scratch.portal('deploy host@latest voicing@latest --reason first');
  const mirror = path.join(scratch.folder, 'mirror');
  await scratch.portal(`mirror --to ${mirror}`);
  await scratch.publish('voicing', 2);
  await scratch.portal('deploy voicing@latest --reason last');
  rmSync(path.join(scratch.folder, 'var/portal'), { recursive: true });
  Object.assign(environment, { MIRROR: mirror });
  const section = sectionOf(rollback, 'The store is empty or incomplete');
  const [copy = '', restore = ''] = commandsOf(section);
  const { code, output } = await runBlock(copy, environment);
  expect(code).toBe(5);
  const named = /If `verify` still says `([^`]+)`/.exec(section)?.[1] ?? 'nothing';
  expect(output.split('\n').findLast((line) => line.includes('refused'))).toContain(named);
  await follow([restore, 'npm run portal -- verify']);
}, 60_000);

test.each(['release.md', 'rollback.md'])('%s uses commands of the tool only', (document) => {
  for (const block of commandsOf(readRunbook(document)))
    for (const line of block.trim().split('\n'))
      expect(line).toMatch(/^(?:for area in [a-z ]+; do )?npm run (?:build|portal)(?: |; done|$)/);
});

test('a reference is looked up with the tool', async () => {
  scratch.environment['OPS_TOKEN'] = 'ops';
  expect(await scratch.portal(`failure ${knownReference} --url ${portal.url}`)).toMatchObject({
    code: 0,
    out: 'voicing@0.1.0 (active) failed at "chunk" in composition 1, 2026-01-01T00:00:00.000Z\n',
  });
  expect(await scratch.portal(`failure ZZZZ2345 --url ${portal.url}`)).toMatchObject({
    code: 3,
    err: 'no failure has the reference ZZZZ2345\n',
  });
  expect((await scratch.portal(`failure x --url ${portal.url}`)).code).toBe(2);
  expect((await scratch.portal(`failure ${knownReference} --url http://127.0.0.1:1`)).code).toBe(1);
});

test('the example pipelines use only existing commands and flags', async () => {
  const folder = path.join(__dirname, '../examples');
  const lines = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/npm run portal -- (\w+)(.*)/g)].map(
      ([, command = '', rest = '']) => ({ command, flags: rest.match(/--[a-z-]+/g) ?? [] }),
    ),
  );
  expect(lines.length).toBeGreaterThan(5);
  for (const { command, flags } of lines) {
    const { code, out } = await scratch.portal(`${command} --help`);
    expect(code).toBe(0);
    for (const flag of flags) expect(out).toContain(`${flag} `);
  }
});
