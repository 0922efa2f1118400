import { type ExportFormat, exportFormats } from '@portal/contract/exports';
import type { HistoryKind } from '@portal/contract/saved-views';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, FailureNotice, Form, FormActions, Select, Stack, toast } from '@portal/shared/ui';
import { useState } from 'react';
import { useChangeSchedules, useRhythmText } from './use-export-schedules.ts';

export interface RegularExportFormProps {
  kind: HistoryKind;
  serviceId: string;
  /** The filters of the list, and the order of its file. */
  query: Readonly<Record<string, string>>;
  label: string;
  onClose: () => void;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** Lets the portal export a list each week or month. */
export function RegularExportForm({ kind, serviceId, query, label, onClose }: RegularExportFormProps) {
  const { t } = useTranslation('exports');
  const { date } = useFormat();
  const rhythmText = useRhythmText();
  const { create } = useChangeSchedules();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [weekday, setWeekday] = useState<number | null>(1);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const frequency = weekday === null ? 'monthly' : 'weekly';

  async function save(): Promise<void> {
    setPending(true);
    setFailure(null);
    try {
      const schedule = {
        kind,
        service_id: serviceId,
        format,
        query: { ...query },
        frequency,
        weekday,
      } as const;
      const { next_date } = await create(schedule);
      toast({ tone: 'success', text: t('regular.saved', { date: date(next_date) }) });
      onClose();
    } catch (error) {
      setFailure(error);
      setPending(false);
    }
  }

  return (
    <Form
      aria-label={label}
      error={failure !== null && <FailureNotice failure={failure} />}
      onSubmit={() => void (isPending || save())}
    >
      <Stack>
        <p>{t('regular.text')}</p>
        <Select
          label={t('regular.format')}
          value={format}
          onChange={setFormat}
          options={exportFormats.map((value) => ({ value, title: t(`format.${value}`) }))}
        />
        <Select
          label={t('regular.when')}
          description={t(`regular.period.${frequency}`)}
          value={String(weekday)}
          onChange={(value) => setWeekday(value === 'null' ? null : Number(value))}
          search={false}
          options={[...weekdays, null].map((value) => ({ value: String(value), title: rhythmText(value) }))}
        />
      </Stack>
      <FormActions>
        <Button type="submit" size="medium" loading={isPending}>
          {t('regular.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
