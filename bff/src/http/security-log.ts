import type { FastifyRequest } from 'fastify';

/** What the security log tells of, each once. Refusals are warnings. */
const levels = {
  register: 'info',
  confirmation_asked: 'info',
  email_confirmed: 'info',
  login: 'info',
  login_refused: 'warn',
  second_step_asked: 'info',
  second_step_taken: 'info',
  second_step_refused: 'warn',
  new_device: 'info',
  logout: 'info',
  agreement_accepted: 'info',
  agreement_declined: 'info',
  restore_asked: 'info',
  restore_token_exchanged: 'info',
  password_changed: 'info',
  password_refused: 'warn',
  email_change_asked: 'info',
  email_change_confirmed: 'info',
  email_change_reverted: 'warn',
  two_factor_enabled: 'info',
  two_factor_disabled: 'info',
  recovery_codes_renewed: 'info',
  session_ended: 'info',
  other_sessions_ended: 'info',
  token_revealed: 'info',
  token_rotated: 'info',
  token_promoted: 'info',
  token_discarded: 'info',
  rate_limited: 'warn',
  csrf_refused: 'warn',
  bot_check_failed: 'warn',
} as const;

export type SecurityEvent = keyof typeof levels;
export const securityEvents = Object.keys(levels);

/** Who is concerned, where it is not the session of the request; and how it came about. */
interface Circumstances {
  account_id?: string | undefined;
  session_id?: string | undefined;
  /** Words of the program, never a customer's. */
  how?: string;
}

interface Customer {
  account_id: string;
  session_id: string;
}

const customers = new WeakMap<FastifyRequest, Customer>();

/** Names the customer of all events of the request: whose session it carries. */
export function nameCustomer(request: FastifyRequest, customer: Customer): void {
  customers.set(request, customer);
}

/**
 * Writes one record of the security log: what, when (UTC), whose account and session, from which address, in which
 * request. It holds no address of a mailbox, no password, token or code, and nothing that a caller wrote: ids and the
 * program's own words alone, so that no line can be forged either.
 */
export function recordEvent(
  request: FastifyRequest,
  event: SecurityEvent,
  { account_id, session_id, how }: Circumstances = {},
): void {
  const customer = customers.get(request);
  const record = {
    event,
    account_id: account_id ?? customer?.account_id,
    session_id: session_id ?? customer?.session_id,
    ip: request.ip,
    ...(how !== undefined && { how }),
  };
  request.log[levels[event]](record, 'security');
}
