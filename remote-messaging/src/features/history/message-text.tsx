import { useTranslation } from '@portal/shared/i18n';
import { Button, Card, Stack } from '@portal/shared/ui';
import { useState } from 'react';
import classes from './message-text.module.css';

interface MessageTextProps {
  /** Null where privacy keeps it from the list. */
  text: string | null;
}

/** What was written: somebody's private words, so they show on request only. */
export function MessageText({ text }: MessageTextProps) {
  const { t } = useTranslation('messagingHistory');
  const [isShown, setShown] = useState(false);
  return (
    <Card title={t('text.title')} headingLevel={3}>
      {text === null ? (
        <p>{t('text.absent')}</p>
      ) : (
        <Stack gap="3">
          {isShown ? (
            <p dir="auto" className={classes['text']}>
              {text}
            </p>
          ) : (
            <p>{t('text.hidden')}</p>
          )}
          <div>
            <Button
              theme="outline"
              size="small"
              icon={isShown ? 'eye-off' : 'eye'}
              onClick={() => setShown(!isShown)}
            >
              {t(isShown ? 'text.hide' : 'text.show')}
            </Button>
          </div>
        </Stack>
      )}
    </Card>
  );
}
