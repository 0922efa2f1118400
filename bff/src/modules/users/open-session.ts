import { agreement } from '@portal/contract/agreement';
import type { Language } from '@portal/contract/language';
import type { LoginResponse } from '@portal/contract/users';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../database/database.ts';
import type { Exchange } from '../../http/request-context.ts';
import { owesDpu } from '../accounts/account-state.ts';
import type { AccountRow } from '../accounts/accounts.repository.ts';
import { rememberDevice } from '../known-devices/known-devices.ts';
import { tellOfNewDevice } from '../known-devices/tell-of-new-device.ts';
import type { SessionKind } from '../sessions/sessions.repository.ts';

/** Opens the session of somebody who has shown everything: a full one, or one that only leads to what is owed. */
export async function openSession(
  context: AppContext,
  tx: Transaction,
  exchange: Exchange,
  { account, remember }: { account: AccountRow; remember: boolean },
): Promise<LoginResponse> {
  const { account_id: accountId, language } = account;
  const kind = sessionKind(account);
  // Until the address is confirmed, the account may be somebody else's who only typed that address.
  if (kind !== 'confirm') {
    const device = await rememberDevice(tx, context.config, { ...exchange, accountId });
    if (device === 'another') await tellOfNewDevice(context, tx, exchange.request, account);
  }
  const { request, reply } = exchange;
  const session = await context.sessions.start(tx, request, reply, { accountId, kind, remember });
  const next = kind === 'full' ? 'welcome' : kind;
  return { success: true, next, session, language, dpu: kind === 'dpu' ? agreementIn(language) : null };
}

function sessionKind(account: AccountRow): Extract<SessionKind, 'full' | 'dpu' | 'confirm'> {
  if (account.email_confirmed_at === null) return 'confirm';
  return owesDpu(account) ? 'dpu' : 'full';
}

/** The agreement in force; its text lies at `url`. */
function agreementIn(language: Language) {
  return { ...agreement, url: `/legal/dpu/${agreement.version}.${language}.html` };
}
