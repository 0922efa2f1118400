import { portalSettings } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { TextLink } from '@portal/shared/ui/core';
import { Suspense } from 'react';
import classes from './bot-check-badge.module.css';

/** Says at the bottom left who protects the form from bots; draws nothing where nobody does. */
export function BotCheckBadge() {
  const { provider } = portalSettings().bot_check;
  if (provider === 'none') return null;
  return (
    <Suspense>
      <Badge provider={provider} />
    </Suspense>
  );
}

function Badge({ provider }: { provider: 'altcha' | 'recaptcha' }) {
  const { t } = useTranslation('botCheck');
  return (
    <p role="note" aria-label={t('label')} className={classes['badge']}>
      {t(provider)}
      {provider === 'recaptcha' && (
        <>
          {' · '}
          <TextLink quiet target="_blank" rel="noreferrer" href="https://policies.google.com/privacy">
            {t('privacy')}
          </TextLink>
          {' · '}
          <TextLink quiet target="_blank" rel="noreferrer" href="https://policies.google.com/terms">
            {t('terms')}
          </TextLink>
        </>
      )}
    </p>
  );
}
