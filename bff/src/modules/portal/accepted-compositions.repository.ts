import type { Composition } from '@portal/federation-contract/composition';
import type { SignedComposition } from '@portal/federation-contract/signed-composition';
import type { Database, Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** The newest composition that was accepted under a key (SPKI, base64), by whichever process. */
export async function findAcceptedComposition(
  database: Queryable,
  publicKey: string,
): Promise<{ number: number; signed: SignedComposition } | undefined> {
  return database.first(sql`
    select number, signed from accepted_compositions where public_key = ${publicKey}`);
}

interface Accepted {
  publicKey: string;
  composition: Composition;
  signed: SignedComposition;
}

/** Keeps a composition that was accepted, unless a newer one is kept already, and what it names. */
export async function keepAcceptedComposition(
  database: Database,
  { publicKey, composition, signed }: Accepted,
): Promise<void> {
  const { host, areas } = composition;
  const named = [
    { area: 'host', version: host.version },
    ...areas.flatMap(({ area, active, previous, canary }) =>
      [active, previous, canary?.release].flatMap((release) =>
        release ? [{ area: area.id, version: release.version }] : [],
      ),
    ),
  ];
  await database.asSystem(async (tx) => {
    await tx.run(sql`
      insert into accepted_compositions (public_key, number, signed)
      values (${publicKey}, ${composition.number}, ${JSON.stringify(signed)})
      on conflict (public_key) do update set number = excluded.number, signed = excluded.signed, accepted = now()
      where accepted_compositions.number < excluded.number`);
    await tx.run(sql`
      insert into named_releases (area, version)
      select area, version from json_to_recordset(${JSON.stringify(named)}) as named (area text, version text)
      order by area, version
      on conflict do nothing`);
  });
}
