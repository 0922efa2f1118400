import { useTranslation } from '@portal/shared/i18n';
import { TextField, useTypedFilter } from '@portal/shared/ui';
import classes from './duration-filter.module.css';

interface DurationFilterProps {
  from: number | undefined;
  to: number | undefined;
  onChange: (patch: { duration_from?: string; duration_to?: string }) => void;
}

/** Shortest and longest duration in seconds, both included. */
export function DurationFilter({ from, to, onChange }: DurationFilterProps) {
  const { t } = useTranslation('voicingCdrs');
  const first = useTypedFilter(String(from ?? ''), readSeconds, (duration_from) =>
    onChange({ duration_from }),
  );
  const last = useTypedFilter(String(to ?? ''), readSeconds, (duration_to) => onChange({ duration_to }));
  const isReversed = from !== undefined && to !== undefined && from > to;
  return (
    <div className={classes['range']}>
      <TextField
        label={t('filters.durationFrom')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        error={first.isRefused ? t('filters.durationError') : undefined}
        value={first.text}
        onValueChange={first.setText}
      />
      <TextField
        label={t('filters.durationTo')}
        inputMode="numeric"
        autoComplete="off"
        error={
          last.isRefused ? t('filters.durationError') : isReversed ? t('filters.durationOrder') : undefined
        }
        value={last.text}
        onValueChange={last.setText}
      />
    </div>
  );
}

function readSeconds(text: string): string | null {
  return /^\d{1,6}$/.test(text.trim()) ? String(Number(text)) : null;
}
