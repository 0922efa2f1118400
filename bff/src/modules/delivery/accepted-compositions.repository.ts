import { namedReleases } from '@portal/federation-contract/release-lookup';
import type { AcceptedComposition, AcceptedCompositions } from '@portal/federation-server/live-composition';
import type { Database } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** The compositions that any process of the BFF has accepted. */
export function acceptedCompositions(database: Database): AcceptedCompositions {
  return {
    find: (publicKey) =>
      database.system.first(sql`
        select number, signed from accepted_compositions where public_key = ${publicKey}`),
    save: (accepted) => saveAcceptedComposition(database, accepted),
  };
}

async function saveAcceptedComposition(
  database: Database,
  { publicKey, composition, signed }: AcceptedComposition,
): Promise<void> {
  const named = namedReleases(composition).map(({ unit, release: { version } }) => ({ area: unit, version }));
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
