import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;

const run = (line: string) => scratch.portal(line);
const file = (name: string) => path.join(scratch.folder, 'var/portal', name);

beforeEach(async () => {
  scratch = scratchPortal();
  await run('keys create');
  for (const digit of [1, 2]) {
    for (const unit of ['host', 'voicing', 'finances']) await scratch.publish(unit, digit);
    await run('deploy host@latest voicing@latest finances@latest --reason next');
  }
});
afterEach(() => scratch.remove());

/** The active version of an area. */
async function active(area: string): Promise<string | undefined> {
  const { live } = await scratch.json<{ live: Record<string, string>[] }>('status');
  return live.find(({ unit }) => unit === area)?.['active'];
}

describe('a rollback while composition.json cannot be used', () => {
  const damages: [string, () => void][] = [
    ['is damaged', () => writeFileSync(file('composition.json'), '{"payload":')],
    ['is missing', () => rmSync(file('composition.json'))],
    ['has a changed text', () => change(file('composition.json'), '0.1.0-aaaaaaa2', '0.1.0-aaaaaaa1')],
    [
      'is an older one',
      () => writeFileSync(file('composition.json'), readFileSync(file('compositions/1.json'))),
    ],
  ];

  test.each(damages)(
    'continues from the newest signed copy with --force when it %s',
    async (_what, damage) => {
      damage();
      expect((await run('rollback voicing --reason "fails"')).code).toBe(5);
      const { code, out } = await run('rollback voicing --force --reason "fails"');
      expect(out).toContain('Composition 3 is live.');
      expect(code).toBe(0);
      expect(await active('voicing')).toBe('0.1.0-aaaaaaa1');
      expect(await active('finances')).toBe('0.1.0-aaaaaaa2');
      expect((await run('verify')).code).toBe(0);
      expect((await run('history')).out).toContain('fails');
    },
  );

  test('refuses to lose a newer composition whose copy is gone', async () => {
    rmSync(file('compositions/2.json'));
    rmSync(file('composition.json'));
    const { code, err } = await run('rollback voicing --force --reason "fails"');
    expect(code).toBe(5);
    expect(err).toContain('portal restore --help');
  });
});

function change(name: string, from: string, to: string): void {
  writeFileSync(name, readFileSync(name, 'utf8').replaceAll(from, to));
}
