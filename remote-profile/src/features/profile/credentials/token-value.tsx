import { useTranslation } from '@portal/shared/i18n';
import { Button, CopyButton, Inline, Stack } from '@portal/shared/ui';
import type { WhichToken } from './credentials.api.ts';
import classes from './credentials-card.module.css';
import type { TokenDisplay } from './use-shown-token.ts';

interface TokenValueProps {
  which: WhichToken;
  masked: string;
  display: TokenDisplay;
  onReveal: () => void;
}

/** A token: its end alone, or for some seconds all of it. */
export function TokenValue({ which, masked, display, onReveal }: TokenValueProps) {
  const { t } = useTranslation('profile');
  const shown = display.shown?.which === which ? display.shown : null;
  const name = t(`token.name.${which}`);
  return (
    <Stack gap="1">
      <Inline gap="2">
        <code className={classes['code']}>{shown === null ? masked : shown.token}</code>
        {shown && <CopyButton text={shown.token} label={t('token.copy', { name })} />}
        {/* The same button throughout: the focus comes back to it from the window. */}
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
