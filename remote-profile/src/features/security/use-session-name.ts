import type { OpenSession } from '@portal/contract/security';
import { useTranslation } from '@portal/shared/i18n';

/** What a customer knows a session by: `Firefox 148, Linux`. */
export function useSessionName(): (session: OpenSession) => string {
  const { t } = useTranslation('profileSecuritySidebar');
  return ({ browser, system }) =>
    [browser ?? t('sessions.unknown'), system].filter((part) => part !== null).join(', ');
}
