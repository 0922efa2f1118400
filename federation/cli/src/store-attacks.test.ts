import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type AttackedPortal, attackedPortal, faultsAfter } from './testing/attacked-portal.fixtures.ts';
import { storeAttacks } from './testing/store-attacks.fixtures.ts';

let portal: AttackedPortal;

beforeEach(async () => {
  portal = await attackedPortal();
});
afterEach(() => portal.remove());

test.each(storeAttacks)('signs nothing foreign after somebody $name', async (attack) => {
  expect(await faultsAfter(portal, attack)).toEqual([]);
});

test.each(storeAttacks.filter(({ name }) => name.startsWith('plants')))(
  'takes no release for published after somebody $name',
  async ({ attack }) => {
    await attack(portal);
    expect(await portal.portal('check voicing@latest')).toMatchObject({
      code: 0,
      out: 'voicing@0.1.0-aaaaaaa2 can go live.\n',
    });
    expect((await portal.portal('status voicing')).out).not.toContain('evil');
  },
);

// What is not live is refused when somebody deploys it.
test.each(storeAttacks.filter(({ isLive }) => isLive))(
  'verify reports that somebody $name',
  async ({ attack }) => {
    await attack(portal);
    expect((await portal.portal('verify')).code).not.toBe(0);
  },
);
