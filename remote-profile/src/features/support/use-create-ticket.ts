import type { SupportRequest, Ticket } from '@portal/contract/support';
import { idempotencyKey } from '@portal/shared/api';
import { useRef } from 'react';
import { createTicket } from './support.api.ts';

/** Sends a request once, however often it is tried: the same text keeps its key, another text gets another. */
export function useCreateTicket(): (request: SupportRequest, captchaToken?: string) => Promise<Ticket> {
  const last = useRef({ body: '', key: '' });
  return async (request, captcha_token) => {
    const body = JSON.stringify(request);
    if (last.current.body !== body) last.current = { body, key: idempotencyKey() };
    const { ticket } = await createTicket({ ...request, captcha_token }, last.current.key);
    return ticket;
  };
}
