// lint-ignore-file imports: the host owns these texts; only their types are used here, so nothing is bundled.
import type botCheck from '../../host/locales/en/botCheck.json';
import type common from '../../host/locales/en/common.json';
import type error from '../../host/locales/en/error.json';
import type exports from '../../host/locales/en/exports.json';
import type savedViews from '../../host/locales/en/savedViews.json';
import type vat from '../../host/locales/en/vat.json';

/**
 * The translation keys that every package may use. An area adds its own keys in `src/area.tsx`, where it declares the
 * `resources` of i18next's `CustomTypeOptions`.
 *
 * @example
 * resources: SharedResources & { financesPayments: typeof payments };
 */
export interface SharedResources {
  botCheck: typeof botCheck;
  common: typeof common;
  error: typeof error;
  exports: typeof exports;
  savedViews: typeof savedViews;
  vat: typeof vat;
}
