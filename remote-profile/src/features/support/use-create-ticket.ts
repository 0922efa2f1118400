import { createTicket } from '@portal/contract/account-endpoints';
import type { SupportRequest, Ticket } from '@portal/contract/support';
import { idempotencyKey, request } from '@portal/shared/api';
import { useRef } from 'react';

/** Sends a request once, however often it is tried: the same text keeps its key, another text gets another. */
export function useCreateTicket(): (message: SupportRequest, captchaToken?: string) => Promise<Ticket> {
  const last = useRef({ body: '', key: '' });
  return async (message, captcha_token) => {
    const body = JSON.stringify(message);
    if (last.current.body !== body) last.current = { body, key: idempotencyKey() };
    const { ticket } = await request(createTicket, {
      body: { ...message, captcha_token },
      idempotencyKey: last.current.key,
    });
    return ticket;
  };
}
