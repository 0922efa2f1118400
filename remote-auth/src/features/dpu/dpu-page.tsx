import { verifyAccess } from '@portal/contract/access';
import { acceptDpu, agreement } from '@portal/contract/agreement';
import { ApiError, configureApi, request, useIdempotencyKey } from '@portal/shared/api';
import { useErrorText, useLanguage, useTranslation } from '@portal/shared/i18n';
import { Navigate, useLocation, useNavigate } from '@portal/shared/router';
import { notifyOtherTabs, onSessionEnd } from '@portal/shared/session';
import { Button, Checkbox, FormActions, NotificationBox, Stack, TextLink } from '@portal/shared/ui/core';
import { useEffect, useRef, useState } from 'react';
import { paths, returnPath, useScreenHref } from '../../paths.ts';
import { Screen } from '../../screen.tsx';
import { Agreement } from './agreement.tsx';

/** The data-processing agreement. The customer accepts it by ticking a box and pressing a button; declining logs out. */
export default function DpuPage() {
  const { t } = useTranslation('authorizationDpu');
  const { errorText, fieldErrorText } = useErrorText();
  const language = useLanguage();
  const navigate = useNavigate();
  const { search } = useLocation();
  const hrefOf = useScreenHref();
  const panel = useRef<HTMLDivElement>(null);
  const [isTicked, setTicked] = useState(false);
  const [pending, setPending] = useState<'accept' | 'decline' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAnonymous, setAnonymous] = useState(false);
  // The acceptance uses up the limited session: sent again after a lost response, it has the same key.
  const keyOf = useIdempotencyKey();

  // Another tab may log in to a second account while this one shows the agreement of the first.
  const account = useRef<string | null>(null);
  useEffect(() => {
    request(verifyAccess, { isRepeatable: true }).then(
      ({ account_sid }) => {
        account.current = account_sid;
      },
      (error: unknown) => {
        if (isWithoutSession(error)) setAnonymous(true);
      },
    );
  }, []);

  // The customer logs out, or logs in to another account, in another tab.
  useEffect(() => onSessionEnd(() => setAnonymous(true)), []);

  // The notice takes the focus once it is in the document.
  useEffect(() => {
    if (failure !== null) panel.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
  }, [failure]);

  function textOf(error: unknown): string {
    const [field] = error instanceof ApiError ? error.fieldErrors : [];
    return field === undefined ? errorText(error) : fieldErrorText(field.code, field.params);
  }

  async function respond(accepted: boolean): Promise<void> {
    if (pending !== null) return;
    setPending(accepted ? 'accept' : 'decline');
    setFailure(null);
    try {
      configureApi({ account: account.current });
      const { version } = agreement;
      await request(acceptDpu, {
        body: { accepted, version, language },
        ...(accepted && { idempotencyKey: keyOf(version) }),
      });
      // A customer who declines is logged out in every tab.
      if (!accepted) notifyOtherTabs();
      await navigate(accepted ? returnPath(search) : hrefOf(paths.login), { replace: true });
    } catch (error) {
      if (isWithoutSession(error)) setAnonymous(true);
      else setFailure(error);
    } finally {
      setPending(null);
    }
  }

  // Nobody is there who could accept.
  if (isAnonymous) return <Navigate to={hrefOf(paths.login)} replace />;
  return (
    <Screen title={t('title')} description={t('version', { version: agreement.version })}>
      <div ref={panel}>
        <Stack gap="4">
          <Agreement />
          <TextLink external href={`/legal/dpu/${agreement.version}.${language}.html`}>
            {t('document')}
          </TextLink>
          {failure !== null && (
            <NotificationBox tone="error" live>
              {textOf(failure)}
            </NotificationBox>
          )}
          <Checkbox checked={isTicked} onCheckedChange={setTicked}>
            {t('agree')}
          </Checkbox>
          <FormActions>
            <Button disabled={!isTicked} loading={pending === 'accept'} onClick={() => void respond(true)}>
              {t('accept')}
            </Button>
            <Button theme="outline" loading={pending === 'decline'} onClick={() => void respond(false)}>
              {t('decline')}
            </Button>
          </FormActions>
        </Stack>
      </div>
    </Screen>
  );
}

function isWithoutSession(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
