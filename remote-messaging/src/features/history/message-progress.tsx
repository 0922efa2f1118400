import type { Message } from '@portal/contract/messages';
import { type Format, useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, DateTime } from '@portal/shared/ui';
import { MessageStatusBadge, toneOfGroup } from '../../messages/message-status.tsx';
import classes from './message-progress.module.css';
import { type ProgressStep, progressOf } from './progress-of.ts';

/** The message's way from us over the carrier to its outcome, with moments and the time between. */
export function MessageProgress({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  return (
    <Card title={t('progress.title')} headingLevel={3}>
      <ol className={classes['way']}>
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

/** Seconds as far as people read them as such. */
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
