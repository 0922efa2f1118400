// lint-ignore-file imports: the host owns these texts; only their types are used here, so nothing is bundled.
import type botCheck from '../../host/locales/en/botCheck.json';
import type common from '../../host/locales/en/common.json';
import type error from '../../host/locales/en/error.json';

/**
 * The translation keys that every package may use. A package adds its own in `src/i18next.d.ts`:
 *
 * @example
 * import type { SharedResources } from '@portal/shared/i18n';
 * import type payments from '../locales/en/financesPayments.json';
 *
 * declare module 'i18next' {
 *   interface CustomTypeOptions {
 *     defaultNS: 'common';
 *     resources: SharedResources & { financesPayments: typeof payments };
 *   }
 * }
 */
export interface SharedResources {
  botCheck: typeof botCheck;
  common: typeof common;
  error: typeof error;
}
