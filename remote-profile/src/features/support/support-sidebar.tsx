import type { Ticket } from '@portal/contract/support';
import { useProfile } from '@portal/shared/session';
import { Loader, QueryError } from '@portal/shared/ui';
import { useState } from 'react';
import { SupportForm } from './support-form.tsx';
import { TicketResult } from './ticket-result.tsx';

/** Writes to the provider's support, with what the customer was looking at. */
export default function SupportSidebar() {
  const { data: profile, isError, error, isFetching, refetch } = useProfile();
  const [ticket, setTicket] = useState<Ticket | null>(null);
  if (ticket !== null) return <TicketResult ticket={ticket} />;
  if (profile !== undefined) return <SupportForm profile={profile} onSent={setTicket} />;
  return isError ? <QueryError error={error} onRetry={refetch} isRetrying={isFetching} /> : <Loader />;
}
