import type { FastifyRequest } from 'fastify';

/** The events of the security log. Refusals are warnings. */
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
  phone_changed: 'info',
  two_factor_enabled: 'info',
  two_factor_disabled: 'info',
  recovery_codes_renewed: 'info',
  session_ended: 'info',
  other_sessions_ended: 'info',
  token_revealed: 'info',
  token_rotated: 'info',
  token_promoted: 'info',
  token_discarded: 'info',
  number_labeled: 'info',
  webhook_created: 'info',
  webhook_changed: 'info',
  webhook_paused: 'info',
  webhook_resumed: 'info',
  webhook_secret_rotated: 'info',
  webhook_deleted: 'info',
  token_refused: 'warn',
  rate_limited: 'warn',
  csrf_refused: 'warn',
  bot_check_failed: 'warn',
  access_refused: 'warn',
} as const;

export type SecurityEvent = keyof typeof levels;
export const securityEvents = Object.keys(levels);

/** The account and session of the event, if they are not those of the request, and how it happened. */
interface Circumstances {
  account_id?: string | undefined;
  session_id?: string | undefined;
  /** The program's own words, never a customer's. */
  how?: string;
}

interface Customer {
  account_id: string;
  /** A program with the account's token has none. */
  session_id?: string;
}

const customers = new WeakMap<FastifyRequest, Customer>();

/** Sets the customer of the request's events: the owner of its session or token. */
export function setCustomer(request: FastifyRequest, customer: Customer): void {
  customers.set(request, customer);
}

/** Whether the request carries a session or an account's token. */
export function hasCustomer(request: FastifyRequest): boolean {
  return customers.has(request);
}

/** Records of requests whose transaction has not ended. */
const held = new WeakMap<FastifyRequest, (() => void)[]>();

/** Holds the request's records back until `releaseEvents` or `dropEvents`: what they say may be rolled back. */
export function holdEvents(request: FastifyRequest): void {
  held.set(request, []);
}

/** Forgets the records that are held back, and writes each further one immediately. */
export function dropEvents(request: FastifyRequest): void {
  held.delete(request);
}

/** Writes the records that are held back, and each further one immediately. */
export function releaseEvents(request: FastifyRequest): void {
  const records = held.get(request) ?? [];
  held.delete(request);
  for (const write of records) write();
}

/**
 * Writes one record of the security log: the event, its time (UTC), account, session, network address and request id.
 * It contains no e-mail address, password, token or code, and nothing that a caller wrote, so no line can be forged.
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
  const write = () => request.log[levels[event]](record, 'security');
  const records = held.get(request);
  if (records === undefined) write();
  else records.push(write);
}
