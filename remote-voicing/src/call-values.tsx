import { calledNumberTypes, hangupSources } from '@portal/contract/cdr';
import { isOneOf } from '@portal/contract/response-member';
import { useFormat, useTranslation } from '@portal/shared/i18n';

/** The kind of the called number; a kind unknown to this release is shown as the server sent it. */
export function NumberType({ type }: { type: string | null }) {
  const { t } = useTranslation('voicingCdrs');
  return isOneOf(calledNumberTypes, type) ? t(`numberType.${type}`) : (type ?? '–');
}

/** Who ended the call, as `NumberType` shows the kind. */
export function EndedBy({ source }: { source: string | null }) {
  const { t } = useTranslation('voicingCdrs');
  return isOneOf(hangupSources, source) ? t(`hangup.${source}`) : (source ?? '–');
}

/** The time from dialling to the first sign of the called network. */
export function PostDialDelay({ milliseconds }: { milliseconds: number | null }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  return milliseconds === null ? '–' : t('details.milliseconds', { number: format.number(milliseconds) });
}

/** The quality of the speech: a mean opinion score from 1 to 5. */
export function Quality({ mos }: { mos: number | null }) {
  const format = useFormat();
  return mos === null ? '–' : format.number(mos, { maximumFractionDigits: 1 });
}
