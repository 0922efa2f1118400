import type { Profile } from '@portal/contract/profile';
import { useTranslation } from '@portal/shared/i18n';
import {
  Button,
  Card,
  Copyable,
  CopyButton,
  DateTime,
  DetailList,
  detail,
  Inline,
  Stack,
  TextLink,
} from '@portal/shared/ui';
import { useState } from 'react';
import { sidebars, useSidebarHref } from '../../../paths.ts';
import { fieldId } from '../form/use-profile-form.ts';
import classes from './credentials-card.module.css';
import { type TokenAction, TokenDialog } from './token-dialog.tsx';
import { type TokenDisplay, useShownToken, type WhichToken } from './use-shown-token.ts';

/** The credentials of an integration. Tokens are masked; the server shows one after the password. */
export function CredentialsCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const display = useShownToken();
  const [action, setAction] = useState<TokenAction | null>(null);
  const { account_sid: sid, account_token: token } = profile;
  // A new second token is shown before the profile that names it is loaded again.
  const second = profile.account_token_secondary ?? (display.shown?.which === 'secondary' ? '' : null);
  const canReveal = profile.features['account_tokens'] === true;
  if (sid === null && token === null) return null;

  const tokenValue = (which: WhichToken, masked: string) => (
    <Stack gap="1">
      {canReveal ? (
        <TokenValue
          which={which}
          masked={masked}
          display={display}
          onReveal={() => setAction({ kind: 'reveal', which })}
        />
      ) : (
        <code className={classes['code']}>{masked}</code>
      )}
      <LastUse
        time={
          which === 'primary' ? profile.account_token_last_used : profile.account_token_secondary_last_used
        }
      />
    </Stack>
  );
  return (
    <Card
      id={fieldId('tokens')}
      tabIndex={-1}
      title={t('api.title')}
      description={t('api.description')}
      icon="key"
      actions={<TextLink href="/developers">{t('api.reference')}</TextLink>}
      footer={
        canReveal ? (
          <TokenReplacement profile={profile} hasSecond={second !== null} onAct={setAction} />
        ) : (
          <SupportHint />
        )
      }
    >
      <DetailList
        items={[
          detail(t('api.sid'), sid, (text) => <Copyable code text={text} label={t('api.copySid')} />),
          detail(t('token.name.primary'), token, (masked) => tokenValue('primary', masked)),
          detail(t('token.name.secondary'), second, (masked) => tokenValue('secondary', masked)),
        ]}
      />
      <TokenDialog action={action} display={display} onClose={() => setAction(null)} />
    </Card>
  );
}

/** When a program last used a token: whether ending it would be noticed. */
function LastUse({ time }: { time: string | null }) {
  const { t } = useTranslation('profile');
  return (
    <span className={classes['use']}>
      {time === null ? (
        t('token.neverUsed')
      ) : (
        <>
          {t('token.lastUsed')} <DateTime value={time} />
        </>
      )}
    </span>
  );
}

/** Support makes new tokens when the server does not show them. */
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

interface TokenValueProps {
  which: WhichToken;
  masked: string;
  display: TokenDisplay;
  onReveal: () => void;
}

/** A token: masked, or shown in full for some seconds. */
function TokenValue({ which, masked, display, onReveal }: TokenValueProps) {
  const { t } = useTranslation('profile');
  const shown = display.shown?.which === which ? display.shown : null;
  const name = t(`token.name.${which}`);
  return (
    <Stack gap="1">
      <Inline gap="2">
        <code className={classes['code']}>{shown === null ? masked : shown.token}</code>
        {shown && <CopyButton text={shown.token} label={t('token.copy', { name })} />}
        {/* One button for both states: the dialog returns the focus to it. */}
        <Button
          theme="outline"
          size="small"
          aria-label={t(shown === null ? 'token.showLabel' : 'token.hideLabel', { name })}
          onClick={shown === null ? onReveal : display.hide}
        >
          {shown === null ? t('token.show') : t('token.hide')}
        </Button>
      </Inline>
      {shown && (
        <span role="timer" className={classes['countdown']}>
          {t('token.hidesIn', { seconds: shown.seconds })}
        </span>
      )}
    </Stack>
  );
}

interface TokenReplacementProps {
  profile: Profile;
  hasSecond: boolean;
  onAct: (action: TokenAction) => void;
}

/** How a token is replaced without an interruption, with the buttons of the next step. */
function TokenReplacement({ profile, hasSecond, onAct }: TokenReplacementProps) {
  const { t } = useTranslation('profile');
  const button = (kind: 'rotate' | 'promote' | 'discard') => (
    <Button
      theme="outline"
      size="small"
      onClick={() =>
        onAct(
          kind === 'rotate' ? { kind, which: 'secondary' } : { kind, which: 'secondary', before: profile },
        )
      }
    >
      {t(`token.${kind}.button`)}
    </Button>
  );
  return (
    <Stack gap="3">
      <p>{hasSecond ? t('token.secondHint') : t('token.rotateHint')}</p>
      <Inline gap="2">
        {hasSecond ? (
          <>
            {button('promote')}
            {button('discard')}
          </>
        ) : (
          button('rotate')
        )}
      </Inline>
    </Stack>
  );
}
