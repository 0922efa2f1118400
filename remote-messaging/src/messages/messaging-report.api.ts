import {
  type MessagingReport,
  type MessagingReportQueryInput,
  messagingReportSchema,
} from '@portal/contract/messaging-report';
import { api } from '@portal/shared/api';

export function getMessagingReport(
  serviceId: string,
  query: MessagingReportQueryInput,
  signal?: AbortSignal,
): Promise<MessagingReport> {
  const path = `v1/services/${encodeURIComponent(serviceId)}/report`;
  return api.get(path, { query, signal }).json(messagingReportSchema);
}
