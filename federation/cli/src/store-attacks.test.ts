import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  type AttackedPortal,
  attackedPortal,
  faultsAfter,
  storeAttacks,
} from './testing/store-attacks.fixtures.ts';

let portal: AttackedPortal;

beforeEach(async () => {
  portal = await attackedPortal();
});
afterEach(() => portal.remove());

test.each(storeAttacks)('signs nothing foreign after somebody $name', async (attack) => {
  expect(await faultsAfter(portal, attack)).toEqual([]);
});

// What is not live is refused when somebody deploys it.
test.each(storeAttacks.filter(({ isLive }) => isLive))(
  'verify reports that somebody $name',
  async ({ attack }) => {
    await attack(portal);
    expect((await portal.portal('verify')).code).not.toBe(0);
  },
);
