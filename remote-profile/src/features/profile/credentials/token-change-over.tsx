import { useTranslation } from '@portal/shared/i18n';
import { Button, Inline, Stack } from '@portal/shared/ui';
import type { TokenAction } from './token-action.ts';

interface TokenChangeOverProps {
  hasSecond: boolean;
  onAct: (action: TokenAction) => void;
}

/** How a token is replaced without an interruption, and the step that comes next. */
export function TokenChangeOver({ hasSecond, onAct }: TokenChangeOverProps) {
  const { t } = useTranslation('profile');
  const button = (kind: 'rotate' | 'promote' | 'discard') => (
    <Button theme="outline" size="small" onClick={() => onAct({ kind, which: 'secondary' })}>
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
