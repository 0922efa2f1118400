import type { Ticket } from '@portal/contract/support';
import { useProfile } from '@portal/shared/session';
import { QueryFallback } from '@portal/shared/ui';
import { useState } from 'react';
import { SupportForm } from './support-form.tsx';
import { TicketResult } from './ticket-result.tsx';

/** Writes to the provider's support, with what the customer was looking at. */
export default function SupportSidebar() {
  const profile = useProfile();
  const [ticket, setTicket] = useState<Ticket | null>(null);
  if (ticket !== null) return <TicketResult ticket={ticket} />;
  if (profile.data === undefined) return <QueryFallback query={profile} />;
  return <SupportForm profile={profile.data} onSent={setTicket} />;
}
