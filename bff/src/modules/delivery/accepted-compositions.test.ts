import { expect, test } from '@jest/globals';
import { compositionSchema } from '@portal/federation-contract/composition';
import {
  sampleArea,
  sampleCanary,
  sampleComposition,
  sampleRelease,
} from '@portal/federation-server/testing/portal-folder.fixtures';
import * as v from 'valibot';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { acceptedCompositions } from './accepted-compositions.repository.ts';

const portal = testPortal();
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
