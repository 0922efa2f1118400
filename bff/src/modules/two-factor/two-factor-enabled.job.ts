import * as v from 'valibot';
import { findAccount } from '../../accounts/accounts.repository.ts';
import { issueLink, revertDays } from '../../accounts/one-time-tokens.ts';
import type { AppContext } from '../../app/context.ts';
import { defineJob } from '../../queue/queue.ts';

/**
 * Mails the address that the account had when two-step verification was enabled, with a revert link: a thief who has the
 * session and the password would otherwise keep the owner out with a second factor.
 */
export function twoFactorEnabledJob({ config, database, mailer }: AppContext) {
  return defineJob({
    name: 'two-factor-enabled',
    schema: v.object({ account_id: v.string(), email: v.string(), enabled_at: v.string() }),
    run: ({ account_id, email, enabled_at }) =>
      database.asSystem(async (tx) => {
        const account = await findAccount(tx, account_id);
        if (account === undefined) return;
        const owner = { account_id, email, reverts_since: enabled_at };
        const token = await issueLink(tx, config, 'two_factor_revert', owner);
        const days = String(revertDays);
        await mailer.send(tx, { ...account, email }, 'two_factor_enabled', { token, days });
      }),
  });
}
