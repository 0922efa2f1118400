import { agreement } from '@portal/contract/agreement';
import { ApiError } from '@portal/shared/api';
import { useErrorText, useLanguage, useTranslation } from '@portal/shared/i18n';
import { useLocation, useNavigate } from '@portal/shared/router';
import { Button, Checkbox, FormActions, NotificationBox, Stack } from '@portal/shared/ui/core';
import { useState } from 'react';
import { paths, returnPath } from '../../paths.ts';
import { Screen } from '../../screen.tsx';
import { Agreement } from './agreement.tsx';
import { acceptDpu } from './dpu.api.ts';

/** The data-processing agreement: an active act accepts it, declining logs out. */
export default function DpuPage() {
  const { t } = useTranslation('authorizationDpu');
  const { errorText } = useErrorText();
  const language = useLanguage();
  const navigate = useNavigate();
  const location = useLocation();
  const [isTicked, setTicked] = useState(false);
  const [pending, setPending] = useState<'accept' | 'decline' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  async function answer(accepted: boolean): Promise<void> {
    setPending(accepted ? 'accept' : 'decline');
    setFailure(null);
    try {
      await acceptDpu({ accepted, version: agreement.version, language });
      await navigate(accepted ? returnPath(wantedSearch(location.state)) : paths.login, { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) await navigate(paths.login, { replace: true });
      else setFailure(error);
    } finally {
      setPending(null);
    }
  }

  return (
    <Screen title={t('title')} description={t('version', { version: agreement.version })}>
      <Stack gap="4">
        <Agreement />
        {failure !== null && (
          <NotificationBox tone="error" live>
            {errorText(failure)}
          </NotificationBox>
        )}
        <Checkbox checked={isTicked} onCheckedChange={setTicked}>
          {t('agree')}
        </Checkbox>
        <FormActions>
          <Button disabled={!isTicked} loading={pending === 'accept'} onClick={() => void answer(true)}>
            {t('accept')}
          </Button>
          <Button theme="outline" loading={pending === 'decline'} onClick={() => void answer(false)}>
            {t('decline')}
          </Button>
        </FormActions>
      </Stack>
    </Screen>
  );
}

/** The query of the log-in screen, which knows the page that was wanted. */
function wantedSearch(state: unknown): string {
  return typeof state === 'object' && state !== null && 'search' in state ? String(state.search) : '';
}
