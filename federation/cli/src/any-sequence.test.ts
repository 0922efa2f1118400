import { expect, test } from '@jest/globals';
import { portalFactsSchema } from '@portal/federation-contract/portal-facts';
import fc from 'fast-check';
import * as v from 'valibot';
import { collectGarbage } from './commands/gc.ts';
import { rotateKey } from './commands/keys.ts';
import { rolledBack } from './commands/rollback.ts';
import { readLive, trusted } from './composition/composition-file.ts';
import { readHistory } from './composition/history.ts';
import { type Change, changeComposition } from './operations/change-composition.ts';
import {
  liveSet,
  OperationRefused,
  withActive,
  withCanary,
  withHalted,
  withHost,
  withHostCanary,
  withPromoted,
  withReleases,
} from './operations/live-units.ts';
import { NoSuchRelease, publishedVersions, readStoredArea, readStoredHost } from './releases/release-json.ts';
import type { SigningKey } from './signing/signing-key.ts';
import type { ReleaseStore } from './store/release-store.ts';
import { memoryStore } from './testing/memory-store.fixtures.ts';
import { storeRelease, temporaryKey } from './testing/stored-releases.fixtures.ts';
import { verifyLive } from './verify/verify-live.ts';

const areas = ['voicing', 'finances'];
const versions = ['0.1.0-aaaaaaa1', '0.1.0-aaaaaaa2', '0.1.0-aaaaaaa3', '0.1.0-aaaaaaa4'];

const area = fc.constantFrom(...areas);
const version = fc.constantFrom(...versions);
const stepArbitrary = fc.oneof(
  fc.record({ do: fc.constant('deploy' as const), unit: area, version }),
  fc.record({ do: fc.constant('deploy' as const), unit: fc.constant('host'), version }),
  fc.record({
    do: fc.constant('canary' as const),
    unit: fc.constantFrom(...areas, 'host'),
    version,
    percent: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ do: fc.constant('promote' as const), unit: fc.constantFrom(...areas, 'host') }),
  fc.record({ do: fc.constant('halt' as const), unit: fc.constantFrom(...areas, 'host') }),
  fc.record({
    do: fc.constant('rollback' as const),
    unit: fc.constantFrom(...areas, 'host'),
    to: fc.option(version),
  }),
  fc.record({ do: fc.constant('gc' as const), keep: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('rotate' as const) }),
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

const facts = v.parse(portalFactsSchema, {});

interface World {
  store: ReleaseStore;
  key: SigningKey;
}

async function take(step: Step, world: World): Promise<void> {
  const { store, key } = world;
  const record = { store, facts, command: step.do, who: 'ada', why: 'any' };
  const change = (next: Change['next']) => changeComposition({ ...record, key, next });
  if (step.do === 'gc') await collectGarbage({ ...record, key, keep: step.keep, days: 0 });
  else if (step.do === 'rotate') {
    const newKey = await temporaryKey();
    await rotateKey({ ...record, key, newKey });
    world.key = newKey;
  } else if (step.do === 'deploy') {
    const { unit, version: wanted } = step;
    await change((live, trusting) => withReleases(trusting, live?.composition, [{ unit, version: wanted }]));
  } else if (step.do === 'canary') {
    await change(async (live, trusting) =>
      step.unit === 'host'
        ? withHostCanary(liveSet(live), await readStoredHost(trusting, step), step.percent)
        : withCanary(liveSet(live), await readStoredArea(trusting, step), step.percent),
    );
  } else if (step.do === 'promote') await change(async (live) => withPromoted(liveSet(live), step.unit));
  else if (step.do === 'halt') await change(async (live) => withHalted(liveSet(live), step.unit));
  else
    await change(async (live, trusting) => {
      if (live === undefined) return undefined;
      return rolledBack({ store: trusting, live, unit: step.unit, to: step.to ?? undefined });
    });
}

async function numbers(world: World): Promise<number[]> {
  const live = await readLive(world.store, world.key.publicKey);
  const found: number[] = [];
  for await (const { composition } of readHistory(world.store, live, world.key.publicKey))
    found.push(composition.number);
  return found;
}

async function freshWorld(): Promise<World> {
  const world = { store: memoryStore(), key: await temporaryKey() };
  for (const one of versions)
    for (const unit of ['host', ...areas]) await storeRelease(world.store, unit, one, { key: world.key });
  await changeComposition({
    ...world,
    facts,
    command: 'deploy',
    who: 'ada',
    why: 'first',
    next: async (_live, trusting) => {
      const first = versions[0]!;
      const host = withHost(undefined, await readStoredHost(trusting, { unit: 'host', version: first }));
      return withActive(host, await readStoredArea(trusting, { unit: 'voicing', version: first }));
    },
  });
  return world;
}

test('any sequence of commands: signatures are valid, numbers grow, the chain is unbroken, no named file is missing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 14 }), async (steps) => {
      const world = await freshWorld();
      let before = await numbers(world);
      for (const step of steps) {
        await take(step, world).catch((error: unknown) => {
          if (!(error instanceof OperationRefused || error instanceof NoSuchRelease)) throw error;
        });
        const after = await numbers(world);
        // Newest first: earlier entries do not change, and at most one is added.
        expect(after.slice(-before.length)).toEqual(before);
        expect(after.length - before.length).toBeLessThanOrEqual(1);
        expect(after.every((number, index) => index === 0 || number < (after[index - 1] ?? 0))).toBe(true);
        const read = async (path: string) => (await world.store.read(path))?.content;
        expect((await verifyLive(read, world.key.publicKey)).faults).toEqual([]);
        before = after;
      }
    }),
    { numRuns: 25 },
  );
});

test('gc does not remove the last releases of an area', async () => {
  const world = await freshWorld();
  await collectGarbage({ ...world, command: 'gc', who: 'ada', why: 'space', keep: 2, days: 0 });
  for (const unit of ['host', ...areas]) {
    expect(
      (await publishedVersions(trusted(world.store, undefined, world.key.publicKey), unit)).length,
    ).toBeGreaterThanOrEqual(2);
  }
});
