import type { Service, Services } from '@portal/contract/services';
import { useServices } from '@portal/shared/session';
import { QueryFallback } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import { AddVoicing } from './add-voicing.tsx';

interface VoicingServiceProps {
  /** Draws what the service is for, once it is known. */
  children: (service: Service) => ReactNode;
  loading?: ReactNode;
}

/** Finds the account's voicing service; an account without one is offered to add it. */
export function VoicingService({ children, loading }: VoicingServiceProps) {
  const services = useServices();
  if (services.data === undefined) return <QueryFallback query={services} loading={loading} />;
  const service = voicingService(services.data);
  return service === undefined ? <AddVoicing /> : children(service);
}

/** A closed service still has its history, but one in use goes first. */
function voicingService({ services }: Services): Service | undefined {
  const voicing = services.filter((service) => service.type === 'voicing');
  return voicing.find((service) => service.status !== 'closed') ?? voicing[0];
}
