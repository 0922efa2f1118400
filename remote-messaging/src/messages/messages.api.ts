import { type MessagesPage, type MessagesQueryInput, messagesPageSchema } from '@portal/contract/messages';
import { api } from '@portal/shared/api';

export function listMessages(
  serviceId: string,
  query: MessagesQueryInput,
  signal?: AbortSignal,
): Promise<MessagesPage> {
  const path = `v1/services/${encodeURIComponent(serviceId)}/stats`;
  return api.get(path, { query, signal }).json(messagesPageSchema);
}
