import type { EndpointId } from '@portal/contract/endpoints';
import type pg from 'pg';
import type { Known } from './hostile-values.fixtures.ts';

/** An account's own values for endpoints that ids and tokens of any other kind never satisfy. */
export interface RealInputs {
  /** Requests files whose links are mailed later. Does nothing for an account without a voicing service. */
  prepare(post: (path: string, body: object) => Promise<unknown>): Promise<void>;
  /** Reads what the account has by now. */
  read(): Promise<void>;
  /** The value of a member; undefined if any known one will do, as in one of four requests. */
  valueFor(id: EndpointId, known: Known): string | undefined;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Reads real inputs of the account with this address; there are none without it. A restart replaces the database of the BFF. */
export function createRealInputs(bff: { readonly database: pg.Pool }, email = ''): RealInputs {
  let calls: { service_id: string; cdr_id: string }[] = [];
  let exportTokens: string[] = [];
  const ownCalls = async () => {
    const { rows } = await bff.database.query<(typeof calls)[number]>(
      `select service_id, cdr_id from cdrs
       where service_id = (
         select service_id from services join accounts using (account_id)
         where email = $1 and type = 'voicing' order by services.created limit 1
       )
       order by started desc limit 20`,
      [email],
    );
    return rows;
  };
  const mailedTokens = async () => {
    const { rows } = await bff.database.query<{ text: string }>(
      `select text from dev_mail where recipient = $1 and text like '%sidebar.link=exp\\_%' order by created desc limit 20`,
      [email],
    );
    return rows.flatMap(({ text }) => /\bexp_[\w-]{20,}/.exec(text) ?? []);
  };
  return {
    prepare: async (post) => {
      const { rows } = await bff.database.query<{ service_id: string }>(
        `select service_id from services join accounts using (account_id) where email = $1 and type = 'voicing' limit 1`,
        [email],
      );
      for (const { service_id } of rows)
        for (const days of [1, 2, 3, 4, 5]) {
          const query = { start_date: daysAgo(days), end_date: daysAgo(0) };
          await post('/v1/accounts/exports', { kind: 'calls', service_id, format: 'csv', query });
        }
    },
    read: async () => {
      calls = await ownCalls();
      exportTokens = await mailedTokens();
    },
    valueFor: (id, { name, nth }) => {
      if (nth % 4 === 0) return undefined;
      if (id === 'redeemExportLink' && name === 'token') return exportTokens[nth % exportTokens.length];
      const call = calls[nth % calls.length];
      if (id === 'getCdr' && name === 'service_id') return call?.service_id;
      if (id === 'getCdr' && name === 'cdr_id') return call?.cdr_id;
      return undefined;
    },
  };
}
