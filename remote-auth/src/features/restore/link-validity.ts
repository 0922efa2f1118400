import { portalSettings } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';

/** How long a mailed link to choose a new password works, in a sentence. */
export function useLinkValidity(): string {
  const { t } = useTranslation('authorizationRestorePassword');
  // A host of an earlier release does not know it.
  const { restore_minutes: count = 10 } = portalSettings();
  return t('linkWorks', { count });
}
