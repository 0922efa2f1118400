import { afterAll, expect, test } from '@jest/globals';
import { compositionSchema } from '@portal/federation-contract/composition';
import {
  createPortalFolder,
  sampleArea,
  sampleCanary,
  sampleComposition,
  sampleRelease,
} from '@portal/federation-server/testing/portal-folder.fixtures';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { buildApp } from '../../build-app.ts';
import { sql } from '../../database/sql.ts';
import { startQueue } from '../../queue/queue.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { acceptedCompositions } from './accepted-compositions.repository.ts';
import { portalPages } from './portal-pages.ts';

const folder = createPortalFolder();
const portal = testPortal({
  PORTAL_DIR: folder.path,
  COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key,
});
afterAll(() => folder.remove());

const signed = (payload: string) => ({ payload, signature: 'AAAA', key_id: '0'.repeat(16) });
const composition = v.parse(compositionSchema, {
  ...sampleComposition,
  areas: [sampleArea({ previous: sampleRelease('0.1.9'), canary: sampleCanary(5) })],
});

test('returns the newest composition of a key, whatever is saved later', async () => {
  const accepted = acceptedCompositions(portal.database);
  expect(await accepted.find('key')).toBeUndefined();
  await accepted.save({ publicKey: 'key', composition, signed: signed('3') });
  await accepted.save({ publicKey: 'key', composition: { ...composition, number: 2 }, signed: signed('2') });
  expect(await accepted.find('key')).toEqual({ number: 3, signed: signed('3') });
});

test('knows the releases that an accepted composition names', async () => {
  await acceptedCompositions(portal.database).save({ publicKey: 'key', composition, signed: signed('3') });
  const named = await portal.database.system.query(
    sql`select area, version from named_releases where area = 'a' order by version`,
  );
  expect(named).toEqual(['0.1.9', '0.2.0', '0.3.0'].map((version) => ({ area: 'a', version })));
});

/** The number of the composition that pages are served with. */
async function liveNumber(app: FastifyInstance): Promise<number> {
  const { payload } = (await app.inject('/composition.json')).json();
  return JSON.parse(payload).number;
}

/** Runs `look` on the portal that another process starts with the same database and folder. */
async function afterRestart(look: (app: FastifyInstance) => Promise<void>): Promise<void> {
  const { config, database } = portal;
  const queue = await startQueue({ ...portal.context, database }, { maintain: false });
  const app = await buildApp({ ...portal.context, queue, pages: portalPages(config, database) });
  try {
    await look(app);
  } finally {
    await app.close();
    await queue.stop();
  }
}

test('refuses an older composition after a restart and serves the accepted one', async () => {
  const publish = (number: number) => folder.publish({ ...sampleComposition, number });
  publish(5);
  expect(await liveNumber(portal.app)).toBe(5);
  publish(4);
  await afterRestart(async (restarted) => {
    expect(await liveNumber(restarted)).toBe(5);
    publish(6);
    expect(await liveNumber(restarted)).toBe(6);
  });
  publish(5);
  await afterRestart(async (restarted) => {
    expect(await liveNumber(restarted)).toBe(6);
  });
  expect(await acceptedCompositions(portal.database).find(folder.config.signature_public_key)).toMatchObject({
    number: 6,
  });
});
