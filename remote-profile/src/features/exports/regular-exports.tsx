import type { ExportSchedule } from '@portal/contract/export-schedules';
import { useErrorText, useFormat, useTranslation } from '@portal/shared/i18n';
import { useChangeSchedules, useExportSchedules, useRhythmText } from '@portal/shared/service-pages';
import { Button, Card, ConfirmDialog, QueryFallback, toast } from '@portal/shared/ui';
import { useRef, useState } from 'react';
import { hasFilters, useExportWords } from './export-words.ts';
import classes from './exports.module.css';

/** The exports that are made each week or month; nothing without any. */
export function RegularExports() {
  const { t } = useTranslation('exports');
  const { errorText } = useErrorText();
  const query = useExportSchedules();
  const { remove } = useChangeSchedules();
  const list = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<ExportSchedule | null>(null);
  const [isPending, setPending] = useState(false);
  if (query.data === undefined) return <QueryFallback query={query} />;
  const { schedules } = query.data;

  async function confirm(schedule: ExportSchedule): Promise<void> {
    setPending(true);
    try {
      await remove(schedule);
      toast({ tone: 'success', text: t('regular.deleted') });
      // The pressed button is gone with its schedule.
      setTimeout(() => list.current?.focus());
    } catch (error) {
      toast({ tone: 'error', text: errorText(error) });
    }
    setPending(false);
    setAsked(null);
  }

  return (
    <div ref={list} tabIndex={-1}>
      {schedules.length > 0 && (
        <Card title={t('regular.list')} icon="calendar" headingLevel={3}>
          <ul className={classes['exports']}>
            {schedules.map((schedule) => (
              <ScheduleItem
                key={schedule.schedule_id}
                schedule={schedule}
                onDelete={() => setAsked(schedule)}
              />
            ))}
          </ul>
        </Card>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('regular.ask')}
        tone="danger"
        confirmText={t('delete')}
        loading={isPending}
        onConfirm={() => asked !== null && void confirm(asked)}
        onCancel={() => setAsked(null)}
      >
        {t('regular.askText')}
      </ConfirmDialog>
    </div>
  );
}

function ScheduleItem({ schedule, onDelete }: { schedule: ExportSchedule; onDelete: () => void }) {
  const { t } = useTranslation('exports');
  const { date } = useFormat();
  const words = useExportWords();
  const rhythmText = useRhythmText();
  const name = [words.kindOf(schedule), words.formatOf(schedule), rhythmText(schedule.weekday)].join(', ');
  const details = [
    hasFilters(schedule) ? t('filtered') : null,
    t('regular.next', { date: date(schedule.next_date) }),
  ].filter((text) => text !== null);
  return (
    <li className={classes['export']}>
      <strong>{name}</strong>
      <span className={classes['detail']}>{details.join(' · ')}</span>
      <Button
        size="small"
        theme="ghost"
        aria-label={t('action', { action: t('delete'), name })}
        onClick={onDelete}
      >
        {t('delete')}
      </Button>
    </li>
  );
}
