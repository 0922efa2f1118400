import type { Message } from '@portal/contract/messages';
import { type Format, useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, DateTime, DetailList, Stack } from '@portal/shared/ui';
import { MessageStatusBadge, toneOfGroup } from '../../../message-values.tsx';
import classes from '../history.module.css';

/** The progress of a message: accepted, handed to the carrier, outcome; with times and delays. */
export function MessageProgress({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  return (
    <Card title={t('progress.title')} headingLevel={3}>
      <Stack>
        <ol className={classes['steps']}>
          {progressOf(message).map((step) => (
            <li key={step.id} className={classes['step']} data-tone={toneOf(step, message)}>
              <StepName step={step} message={message} />
              {step.at !== null && (
                <span className={classes['moment']}>
                  <DateTime value={step.at} seconds />
                  <Delay ms={step.after_ms} />
                </span>
              )}
            </li>
          ))}
        </ol>
        <DetailList
          items={[
            {
              term: t('progress.timeZone'),
              description: `${format.timeZone}, ${format.zoneOffset(message.created)}`,
            },
          ]}
        />
      </Stack>
    </Card>
  );
}

function StepName({ step, message }: { step: ProgressStep; message: Message }) {
  const { t } = useTranslation('messagingHistory');
  if (step.id !== 'outcome') return <span>{t(`progress.${step.id}`)}</span>;
  return <MessageStatusBadge status={message.status} group={message.status_group} />;
}

function Delay({ ms }: { ms: number | null }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  return ms === null ? null : <span>{t('progress.after', { time: timeText(ms, format) })}</span>;
}

const tenMinutesMs = 600_000;

/** A delay in seconds, from ten minutes on in hours, minutes and seconds. */
function timeText(ms: number, format: Format): string {
  if (ms >= tenMinutesMs) return format.duration(ms / 1000);
  const maximumFractionDigits = ms < 60_000 ? 1 : 0;
  return format.number(ms / 1000, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits,
  });
}

function toneOf({ id }: ProgressStep, { status_group }: Message): string {
  if (id === 'outcome') return toneOfGroup(status_group);
  return id === 'waiting' || id === 'notSent' ? 'none' : 'success';
}

/** A step of a message's progress. `at` is null when the time is unknown. */
type ProgressStep =
  | { id: 'created' | 'sent' | 'received'; at: string; after_ms: number | null }
  | { id: 'notSent' | 'waiting'; at: null; after_ms: null }
  | { id: 'outcome'; at: string | null; after_ms: number | null };

/** The known steps of a message, in order. */
export function progressOf(message: Message): ProgressStep[] {
  const { created, sent, delivered, is_final: isFinal } = message;
  if (message.direction === 'inbound') return [{ id: 'received', at: created, after_ms: null }];
  const steps: ProgressStep[] = [{ id: 'created', at: created, after_ms: null }];
  if (sent !== null) steps.push({ id: 'sent', at: sent, after_ms: delayBetween(created, sent) });
  else if (isFinal && delivered === null) steps.push({ id: 'notSent', at: null, after_ms: null });
  if (isFinal) {
    const latency = message.latency_ms ?? (delivered === null ? null : delayBetween(created, delivered));
    steps.push({ id: 'outcome', at: delivered, after_ms: latency });
  } else if (sent !== null) {
    steps.push({ id: 'waiting', at: null, after_ms: null });
  }
  return steps;
}

/** Milliseconds between two moments; null when their clocks are too coarse for a difference. */
function delayBetween(from: string, to: string): number | null {
  const ms = Date.parse(to) - Date.parse(from);
  return ms > 0 ? ms : null;
}
