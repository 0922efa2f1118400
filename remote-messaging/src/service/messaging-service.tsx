import type { Service, Services } from '@portal/contract/services';
import { useServices } from '@portal/shared/session';
import { QueryFallback } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import { AddMessaging } from './add-messaging.tsx';

interface MessagingServiceProps {
  /** Draws what the service is for, once it is known. */
  children: (service: Service) => ReactNode;
  loading?: ReactNode;
}

/** Finds the account's messaging service; an account without one is offered to add it. */
export function MessagingService({ children, loading }: MessagingServiceProps) {
  const services = useServices();
  if (services.data === undefined) return <QueryFallback query={services} loading={loading} />;
  const service = messagingService(services.data);
  return service === undefined ? <AddMessaging /> : children(service);
}

/** A closed service still has its history, but one in use goes first. */
function messagingService({ services }: Services): Service | undefined {
  const messaging = services.filter((service) => service.type === 'messaging');
  return messaging.find((service) => service.status !== 'closed') ?? messaging[0];
}
