import { useTranslation } from '@portal/shared/i18n';
import { Card, Stack } from '@portal/shared/ui';
import type { WebhookEvent } from './api-description.ts';
import classes from './developers.module.css';
import { Guide } from './guide.tsx';
import { Details, MemberTable } from './operation-card.tsx';
import { membersOf } from './value-members.ts';

interface WebhooksSectionProps {
  guide: readonly string[];
  events: readonly WebhookEvent[];
}

/** How a customer's server is notified of events, how it verifies them, and what each contains. */
export function WebhooksSection({ guide, events }: WebhooksSectionProps) {
  const { t } = useTranslation('developers');
  return (
    <Card id="webhooks" title={t('webhooks')} className={classes['operation']}>
      <Stack gap="3">
        <Guide paragraphs={guide} />
        {events.map(({ type, summary, body }) => (
          <Details
            key={type}
            title={
              <span lang="en">
                <code className={classes['code']} translate="no">
                  {type}
                </code>{' '}
                {summary}
              </span>
            }
          >
            <MemberTable members={membersOf(body)} />
          </Details>
        ))}
      </Stack>
    </Card>
  );
}
