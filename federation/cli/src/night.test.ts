import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Composition } from '@portal/federation-contract/composition';
import { refusalByRules } from './composition/rollout-rules.ts';
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

/** The composition that the store holds. */
function live(): Composition {
  return JSON.parse(JSON.parse(readFileSync(file('composition.json'), 'utf8')).payload);
}

describe('withdrawing an area', () => {
  test('is recorded, shown and reversible, and ends its canary', async () => {
    await scratch.publish('voicing', 3);
    await run('canary voicing@latest --percent 10');
    const { code, out } = await run('withdraw voicing --reason "wrong prices"');
    expect([code, out]).toEqual([0, expect.stringContaining('voicing: 0.1.0-aaaaaaa2, canary')]);
    expect(live().withdrawn).toEqual({
      areas: ['voicing'],
      versions: {},
      reasons: { voicing: 'wrong prices' },
    });
    expect(live().areas.find(({ area }) => area.id === 'voicing')?.canary).toBeNull();
    expect((await run('status voicing')).out).toMatch(/voicing .* area {2}/m);
    expect((await run('history --limit 1')).out).toContain('wrong prices');
    // Other changes do not bring it back.
    expect((await run('rollback finances --reason x')).code).toBe(0);
    expect((await run('deploy voicing@latest --reason x')).code).toBe(0);
    expect(live().withdrawn?.areas).toEqual(['voicing']);
    expect((await run('reinstate voicing --reason "prices are right"')).code).toBe(0);
    expect(live()).not.toHaveProperty('withdrawn');
  });

  test.each([
    ['host', 2],
    ['messaging', 3],
  ])('refuses %s with exit code %d', async (unit, code) => {
    expect((await run(`withdraw ${unit} --reason x`)).code).toBe(code);
    expect(live().number).toBe(2);
  });

  test('needs a host whose pages know it', async () => {
    scratch.build('host', { version: '0.1.0-bbbbbbb1', release: { reads: [] } });
    await run('publish host');
    await run('deploy host@latest --reason old');
    const { code, err } = await run('withdraw voicing --reason x');
    expect(code).toBe(3);
    expect(err).toContain('deploy a newer host first');
    await run('rollback host --reason x');
    expect((await run('withdraw voicing --reason x')).code).toBe(0);
    expect((await run('check host@0.1.0-bbbbbbb1')).code).toBe(3);
  });

  test.each(['active', 'previous'])(
    'omits the reason while the %s host does not know reasons',
    async (place) => {
      scratch.build('host', { version: '0.1.0-bbbbbbb1', release: { reads: ['withdrawn'] } });
      await run('publish host');
      await run('deploy host@latest --reason old');
      if (place === 'previous') await run('deploy host@0.1.0-aaaaaaa2 --reason new');
      expect((await run('withdraw voicing --reason x')).code).toBe(0);
      expect(live().withdrawn).toEqual({ areas: ['voicing'], versions: {} });
    },
  );

  test('forgets the reason of what is reinstated, and no other', async () => {
    await run('withdraw finances --reason a');
    await run('withdraw voicing@0.1.0-aaaaaaa2 --reason b');
    await run('reinstate finances --reason x');
    expect(live().withdrawn?.reasons).toEqual({ 'voicing@0.1.0-aaaaaaa2': 'b' });
    await run('reinstate voicing@0.1.0-aaaaaaa2 --reason x');
    expect(live()).not.toHaveProperty('withdrawn');
  });

  test('works over a damaged composition.json with --force', async () => {
    writeFileSync(file('composition.json'), 'damaged');
    expect((await run('withdraw voicing --reason x')).code).toBe(5);
    expect((await run('withdraw voicing --force --reason x')).code).toBe(0);
    expect(live().withdrawn?.areas).toEqual(['voicing']);
  });
});

describe('withdrawing a version', () => {
  test('rolls a running one back, and no command makes it live again', async () => {
    expect((await run('withdraw voicing@0.1.0-aaaaaaa2 --reason "leaks data"')).code).toBe(0);
    expect(await active('voicing')).toBe('0.1.0-aaaaaaa1');
    expect(live().withdrawn).toEqual({
      areas: [],
      versions: { voicing: ['0.1.0-aaaaaaa2'] },
      reasons: { 'voicing@0.1.0-aaaaaaa2': 'leaks data' },
    });
    for (const line of [
      'deploy voicing@0.1.0-aaaaaaa2 --reason x',
      'deploy voicing@0.1.0-aaaaaaa2 --force --reason x',
      'rollback voicing --to 0.1.0-aaaaaaa2 --reason x',
      'rollback voicing --to 0.1.0-aaaaaaa2 --force --reason x',
      'canary voicing@0.1.0-aaaaaaa2 --percent 5 --force --reason x',
      'check voicing@0.1.0-aaaaaaa2',
      'compose voicing@0.1.0-aaaaaaa2 --no-serve',
    ]) {
      const { code, err } = await run(line);
      expect([line, code, err]).toEqual([line, 3, expect.stringContaining('is withdrawn')]);
    }
    expect(live().number).toBe(3);
    // "latest" is the newest version that may go live.
    expect((await run('deploy voicing@latest --reason x')).out).toContain('Nothing to do');
    expect((await run('verify')).code).toBe(0);
  });

  test('leaves no fallback and no canary of it', async () => {
    await scratch.publish('voicing', 3);
    await run('canary voicing@latest --percent 10');
    await run('withdraw voicing@0.1.0-aaaaaaa3 --reason x');
    await run('withdraw voicing@0.1.0-aaaaaaa1 --reason x');
    const voicing = live().areas.find(({ area }) => area.id === 'voicing');
    expect(voicing).toMatchObject({ active: { version: '0.1.0-aaaaaaa2' }, previous: null, canary: null });
    // A later rollback does not revive it either.
    await scratch.publish('voicing', 4);
    await run('deploy voicing@latest --reason x');
    await run('rollback voicing --reason x');
    expect(live().areas.find(({ area }) => area.id === 'voicing')?.previous).toBeNull();
  });

  test.each(['0.1.0-aaaaaaa2', '0.1.0-aaaaaaa1', '0.1.0-aaaaaaa3'])(
    'works when the release.json of %s is missing',
    async (version) => {
      await scratch.publish('voicing', 3);
      rmSync(file(`remotes/voicing/${version}/release.json`));
      expect((await run(`withdraw voicing@${version} --reason "leaks data"`)).code).toBe(0);
      expect(live().withdrawn?.versions).toEqual({ voicing: [version] });
      expect(await active('voicing')).toBe(
        version === '0.1.0-aaaaaaa2' ? '0.1.0-aaaaaaa1' : '0.1.0-aaaaaaa2',
      );
    },
  );

  test('works when all files of a live release are missing', async () => {
    rmSync(file('remotes/voicing/0.1.0-aaaaaaa2'), { recursive: true });
    expect((await run('withdraw voicing@0.1.0-aaaaaaa2 --reason "leaks data"')).code).toBe(0);
    expect(await active('voicing')).toBe('0.1.0-aaaaaaa1');
  });

  test('rolls the host back', async () => {
    expect((await run('withdraw host@0.1.0-aaaaaaa2 --reason x')).code).toBe(0);
    expect(await active('host')).toBe('0.1.0-aaaaaaa1');
  });

  test('refuses the only version of a running area until the area is withdrawn', async () => {
    await scratch.publish('messaging', 1);
    await run('deploy messaging@latest --reason x');
    expect((await run('withdraw messaging@0.1.0-aaaaaaa1 --reason x')).code).toBe(3);
    await run('withdraw messaging --reason x');
    expect((await run('withdraw messaging@0.1.0-aaaaaaa1 --reason x')).code).toBe(0);
    expect((await run('reinstate messaging --reason x')).err).toContain('deploy another version');
    await scratch.publish('messaging', 2);
    await run('deploy messaging@latest --reason x');
    expect(live().areas.find(({ area }) => area.id === 'messaging')?.previous).toBeNull();
    expect((await run('reinstate messaging --reason x')).code).toBe(0);
  });

  test('is reversible', async () => {
    await run('withdraw voicing@0.1.0-aaaaaaa2 --reason x');
    expect((await run('reinstate voicing@0.1.0-aaaaaaa2 --reason "false alarm"')).code).toBe(0);
    expect(live()).not.toHaveProperty('withdrawn');
    expect((await run('deploy voicing@0.1.0-aaaaaaa2 --reason x')).code).toBe(0);
  });

  test.each(['voicing@latest', 'voicing@0.1.0-unknown1', 'Voicing'])('refuses %s', async (target) => {
    expect((await run(`withdraw ${target} --reason x`)).code).toBeGreaterThanOrEqual(2);
    expect(live().number).toBe(2);
  });
});

describe('a freeze', () => {
  test('refuses new releases of its area unless forced, and nothing else', async () => {
    await scratch.publish('voicing', 3);
    await scratch.publish('finances', 3);
    expect((await run('canary voicing@latest --percent 5')).code).toBe(0);
    expect((await run('freeze voicing --until 2999-01-01T00:00Z --reason "year end"')).code).toBe(0);
    for (const line of [
      'deploy voicing@latest',
      'canary voicing@latest --percent 9',
      'promote voicing@latest',
    ]) {
      const { code, err } = await run(`${line} --reason x`);
      expect([line, code, err]).toEqual([line, 3, expect.stringContaining('year end')]);
    }
    expect((await run('deploy voicing@latest --force')).code).toBe(2);
    expect((await run('status voicing')).out).toContain('frozen until 2999-01-01');
    expect((await run('deploy finances@latest --reason x')).code).toBe(0);
    expect((await run('halt voicing')).code).toBe(0);
    expect((await run('rollback voicing --reason x')).code).toBe(0);
    expect((await run('deploy voicing@latest --force --reason "security fix"')).code).toBe(0);
    expect((await run('history')).out).toMatch(/freeze voicing --until \S+: year end/);
  });

  test('ends by command', async () => {
    await scratch.publish('voicing', 3);
    await run('freeze voicing --until 2999-01-01T00:00Z --reason x');
    expect((await run('unfreeze voicing --reason "done"')).code).toBe(0);
    expect(await run('unfreeze voicing --reason again')).toMatchObject({
      code: 3,
      err: 'voicing is not frozen\n',
    });
    expect((await run('deploy voicing@latest --reason x')).code).toBe(0);
  });

  test.each([
    'freeze voicing --until 2001-01-01T00:00Z --reason x',
    'freeze voicing --until tomorrow --reason x',
    'freeze voicing --until 2999-01-01T00:00Z',
    'window voicing --days mon,xyz --from 08:00 --until 16:00 --reason x',
    'window voicing --days mon,mon --from 08:00 --until 16:00 --reason x',
    'window voicing --days mon --from 8 --until 16:00 --reason x',
    'window voicing --days mon --reason x',
  ])('is refused with arguments that cannot be used: %s', async (line) => {
    expect((await run(line)).code).toBe(2);
    expect(live().number).toBe(2);
  });
});

describe('a rollback to a version that has never been live for everybody', () => {
  beforeEach(async () => {
    for (const unit of ['voicing', 'host']) await scratch.publish(unit, 3);
    await run('canary voicing@latest --percent 10');
  });

  test.each([
    'rollback voicing --to 0.1.0-aaaaaaa3 --reason x',
    'rollback voicing --to 0.1.0-aaaaaaa3 --force --reason x',
    'rollback host --to 0.1.0-aaaaaaa3 --reason x',
    'withdraw voicing@0.1.0-aaaaaaa2 --to 0.1.0-aaaaaaa3 --reason x',
  ])('is refused: %s', async (line) => {
    await run('freeze voicing --until 2999-01-01T00:00Z --reason "year end"');
    const before = live();
    const { code, err } = await run(line);
    expect([code, err]).toEqual([3, expect.stringMatching(/use "portal deploy \w+@0\.1\.0-aaaaaaa3"/)]);
    expect(live()).toEqual(before);
  });

  test('is possible once it has been live, and the previous one without the history', async () => {
    await run('promote voicing@0.1.0-aaaaaaa3 --reason x');
    await run('rollback voicing --reason x');
    expect((await run('rollback voicing --to 0.1.0-aaaaaaa3 --reason x')).code).toBe(0);
    for (const number of [1, 2, 3, 4]) rmSync(file(`compositions/${number}.json`));
    expect((await run('rollback host --reason x')).code).toBe(0);
  });
});

describe('a rollout window', () => {
  test('refuses a deployment outside it until it is removed', async () => {
    await scratch.publish('voicing', 3);
    const later = new Date(Date.now() + 2 * 86_400_000).toUTCString().slice(0, 3).toLowerCase();
    expect((await run(`window voicing --days ${later} --from 08:00 --until 16:00 --reason x`)).code).toBe(0);
    const { code, err } = await run('deploy voicing@latest --reason x');
    expect([code, err]).toEqual([3, expect.stringContaining(`go live ${later} 08:00–16:00 UTC only`)]);
    expect((await run('window voicing --always --reason x')).code).toBe(0);
    expect((await run('deploy voicing@latest --reason x')).code).toBe(0);
  });

  const day = { days: ['mon' as const], from: '08:00', until: '16:00' };
  const night = { days: ['mon' as const], from: '22:00', until: '04:00' };
  // 23 November 2026 is a Monday.
  test.each([
    [day, '2026-11-23T08:00Z', true],
    [day, '2026-11-23T15:59Z', true],
    [day, '2026-11-23T16:00Z', false],
    [day, '2026-11-24T09:00Z', false],
    [night, '2026-11-23T23:00Z', true],
    [night, '2026-11-24T03:59Z', true],
    [night, '2026-11-24T04:00Z', false],
    [night, '2026-11-23T03:00Z', false],
  ])('%j at %s: open is %s', (window, time, isOpen) => {
    const rules = [{ unit: 'voicing', freeze: null, window }];
    expect(refusalByRules(rules, ['voicing'], new Date(time)) === undefined).toBe(isOpen);
    expect(refusalByRules(rules, ['finances'], new Date(time))).toBeUndefined();
  });
});
