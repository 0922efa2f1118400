import { createHash } from 'node:crypto';
import type { SigningKey } from '@portal/federation-cli/signing-key';
import type { Composition } from '@portal/federation-contract/composition';
import type { SignedComposition } from '@portal/federation-contract/signed-composition';

export interface Mutation {
  name: string;
  /** The text that replaces the signed composition. */
  write: (material: Material) => Promise<string>;
}

interface Material {
  live: Composition;
  signed: SignedComposition;
  owner: SigningKey;
  stranger: SigningKey;
  /** An origin that must never be requested. */
  foreign: string;
}

type Entry = { integrity?: unknown };

/** Twelve ways to make a page run releases that the owner of the key has not composed, or has replaced. */
export const mutations: readonly Mutation[] = [
  { name: 'no signature', write: async ({ signed: { signature: _, ...rest } }) => JSON.stringify(rest) },
  {
    name: "a stranger's key",
    write: async ({ live, stranger }) => JSON.stringify(await stranger.sign(JSON.stringify(next(live)))),
  },
  { name: 'integrity deleted', write: bySigner((entry) => delete entry.integrity) },
  { name: 'integrity in hex', write: bySigner((entry) => (entry.integrity = `sha384-${'ab'.repeat(48)}`)) },
  { name: 'integrity empty', write: bySigner((entry) => (entry.integrity = '')) },
  {
    name: 'integrity by MD5',
    write: bySigner((entry) => {
      entry.integrity = `md5-${createHash('md5').update('x').digest('base64')}`;
    }),
  },
  {
    name: 'an old number, validly signed',
    write: async ({ live, owner }) =>
      JSON.stringify(await owner.sign(JSON.stringify({ ...live, number: 1 }))),
  },
  {
    name: 'a foreign address',
    write: async ({ live, signed, foreign }) =>
      unsigned(
        signed,
        JSON.stringify(next(live)).replaceAll('"base":"/remotes/', `"base":"${foreign}/remotes/`),
      ),
  },
  {
    name: 'an additional area',
    write: async ({ live, signed }) => {
      const [first] = live.areas;
      const stranger = first && { ...first, area: { ...first.area, id: 'stranger', base_path: '/stranger' } };
      return unsigned(signed, JSON.stringify({ ...next(live), areas: [...live.areas, stranger] }));
    },
  },
  {
    name: 'a key twice',
    write: async ({ live, signed }) =>
      unsigned(signed, JSON.stringify(next(live)).replace('"host":', '"number":999999,"host":')),
  },
  { name: 'truncated', write: async ({ signed }) => JSON.stringify(signed).slice(0, -200) },
  {
    name: 'a polluted prototype, validly signed',
    write: async ({ live, owner }) => {
      const text = JSON.stringify(next(live)).replace('{', '{"__proto__":{"polluted":true},');
      return JSON.stringify(await owner.sign(text));
    },
  },
];

/** The next valid composition, which a mutation then spoils. */
function next(live: Composition): Composition {
  return { ...structuredClone(live), number: live.number + 1 };
}

function unsigned(signed: SignedComposition, payload: string): string {
  return JSON.stringify({ ...signed, payload });
}

/** Changes the hash of an entry and signs the result with the owner's key: even then it must not run. */
function bySigner(change: (entry: Entry) => unknown): Mutation['write'] {
  return async ({ live, owner }) => {
    const changed = next(live);
    for (const { active } of changed.areas) {
      const entry: Entry | undefined = active.files[active.entry];
      if (entry !== undefined) change(entry);
    }
    return JSON.stringify(await owner.sign(JSON.stringify(changed)));
  };
}
