import { type BackgroundExport, exportFailures, exportStates } from '@portal/contract/background-exports';
import { isOneOf } from '@portal/contract/response-member';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type BadgeTone, StatusBadge } from '@portal/shared/ui';
import classes from './exports.module.css';

const tones: Readonly<Record<string, BadgeTone>> = {
  queued: 'neutral',
  running: 'info',
  ready: 'success',
  failed: 'error',
};

/** How far an export is: its state in words, its rows, and a bar while it is made. */
export function ExportState({ value }: { value: BackgroundExport }) {
  const { t } = useTranslation('exports');
  const { number } = useFormat();
  const { state, rows, failure, progress_percent: percent } = value;
  const isRunning = state === 'running';
  return (
    <div className={classes['state']}>
      <span role="status">
        <StatusBadge tone={tones[state] ?? 'neutral'}>
          {isOneOf(exportStates, state) ? t(`state.${state}`) : state}
        </StatusBadge>
      </span>
      {isRunning && (
        <progress className={classes['progress']} max={100} value={percent} aria-label={t('progress')} />
      )}
      {(isRunning || state === 'ready') && (
        <span className={classes['detail']}>{t('rows', { count: rows, number: number(rows) })}</span>
      )}
      {isOneOf(exportFailures, failure) && <span>{t(`failure.${failure}`)}</span>}
    </div>
  );
}
