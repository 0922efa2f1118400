import { useUnsavedChanges } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, CopyButton, DateTime, FormActions, NotificationBox, Stack } from '@portal/shared/ui';
import { useEffect, useRef } from 'react';
import classes from './webhooks.module.css';

interface SecretNoticeProps {
  secret: string;
  /** Until then the secret before it signs as well. */
  overlapsUntil: string | null;
  onDone: () => void;
}

/** A new secret, which is shown this once; it is held in the component's memory only. */
export function SecretNotice({ secret, overlapsUntil, onDone }: SecretNoticeProps) {
  const { t } = useTranslation('profileWebhookSidebar');
  const panel = useRef<HTMLDivElement>(null);
  useUnsavedChanges(true, { title: t('secret.leaveTitle'), text: t('secret.leaveText') });

  // The form that had the focus is gone.
  useEffect(() => panel.current?.focus(), []);

  return (
    <div ref={panel} tabIndex={-1} role="group" aria-label={t('secret.title')}>
      <Stack>
        <NotificationBox tone="warning" title={t('secret.title')} live>
          {t('secret.text')}
        </NotificationBox>
        <code className={classes['code']} translate="no">
          {secret}
        </code>
        <CopyButton text={secret} label={t('secret.copy')} showLabel theme="outline" />
        {overlapsUntil !== null && (
          <p>
            {t('secret.overlap')} <DateTime value={overlapsUntil} />
          </p>
        )}
        <FormActions>
          <Button onClick={onDone}>{t('secret.done')}</Button>
        </FormActions>
      </Stack>
    </div>
  );
}
