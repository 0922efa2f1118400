import type { Profile } from '@portal/contract/profile';
import { useTranslation } from '@portal/shared/i18n';
import { Card, CopyButton, DetailList, Inline, TextLink } from '@portal/shared/ui';
import { useState } from 'react';
import { sidebars } from '../../../paths.ts';
import { useSidebarHref } from '../../../use-sidebar-href.ts';
import classes from './credentials-card.module.css';
import { StepUpDialog } from './step-up-dialog.tsx';
import type { TokenAction } from './token-action.ts';
import { TokenChangeOver } from './token-change-over.tsx';
import { TokenValue } from './token-value.tsx';
import { useShownToken } from './use-shown-token.ts';

/** What an integration logs in with. Tokens come masked; the server shows one for the password alone. */
export function CredentialsCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const display = useShownToken();
  const [action, setAction] = useState<TokenAction | null>(null);
  const { account_sid: sid, account_token: token } = profile;
  // A new second token is there before the profile knows of it.
  const second = profile.account_token_secondary ?? (display.shown?.which === 'secondary' ? '' : null);
  const canReveal = profile.features['account_tokens'] === true;
  if (sid === null && token === null) return null;

  const tokenValue = (which: 'primary' | 'secondary', masked: string) =>
    canReveal ? (
      <TokenValue
        which={which}
        masked={masked}
        display={display}
        onReveal={() => setAction({ kind: 'reveal', which })}
      />
    ) : (
      <code className={classes['code']}>{masked}</code>
    );
  return (
    <Card
      title={t('api.title')}
      description={t('api.description')}
      icon="key"
      footer={canReveal ? <TokenChangeOver hasSecond={second !== null} onAct={setAction} /> : <SupportHint />}
    >
      <DetailList
        items={[
          sid !== null && {
            id: 'sid',
            term: t('api.sid'),
            description: (
              <Inline gap="2">
                <code className={classes['code']}>{sid}</code>
                <CopyButton text={sid} label={t('api.copySid')} />
              </Inline>
            ),
          },
          token !== null && {
            id: 'token',
            term: t('token.name.primary'),
            description: tokenValue('primary', token),
          },
          second !== null && {
            id: 'second',
            term: t('token.name.secondary'),
            description: tokenValue('secondary', second),
          },
        ]}
      />
      <StepUpDialog action={action} display={display} onClose={() => setAction(null)} />
    </Card>
  );
}

/** Where the server shows no tokens, support makes new ones. */
function SupportHint() {
  const { t } = useTranslation('profile');
  const hrefOf = useSidebarHref();
  const support = hrefOf(sidebars.support, { category: 'account', subject: t('api.supportSubject') });
  return (
    <>
      {t('api.tokenHint')} <TextLink href={support}>{t('contactSupport')}</TextLink>
    </>
  );
}
