import type { Service, Services } from '@portal/contract/services';
import { useServices } from '@portal/shared/session';
import { Loader, QueryError } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import { AddMessaging } from './add-messaging.tsx';

interface MessagingServiceProps {
  /** Draws what the service is for, once it is known. */
  children: (service: Service) => ReactNode;
  loading?: ReactNode;
}

/** Finds the account's messaging service; an account without one is offered to add it. */
export function MessagingService({ children, loading = <Loader /> }: MessagingServiceProps) {
  const { data, isError, error, isFetching, refetch } = useServices();
  if (data === undefined) {
    return isError ? <QueryError error={error} onRetry={refetch} isRetrying={isFetching} /> : loading;
  }
  const service = messagingService(data);
  return service === undefined ? <AddMessaging /> : children(service);
}

/** A closed service still has its history, but one in use goes first. */
function messagingService({ services }: Services): Service | undefined {
  const messaging = services.filter((service) => service.type === 'messaging');
  return messaging.find((service) => service.status !== 'closed') ?? messaging[0];
}
