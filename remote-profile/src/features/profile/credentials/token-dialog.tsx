import { discardToken, promoteToken, revealToken, rotateToken } from '@portal/contract/api-tokens';
import type { StepUp } from '@portal/contract/password';
import type { Profile } from '@portal/contract/profile';
import { ApiError, queryClient, request } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import { profileQuery } from '@portal/shared/session';
import { toast } from '@portal/shared/ui';
import { StepUpDialog } from '../../../step-up-dialog.tsx';
import type { TokenDisplay, WhichToken } from './use-shown-token.ts';

interface TokenDialogProps {
  /** The action to confirm; null while the dialog is closed. */
  action: TokenAction | null;
  display: TokenDisplay;
  onClose: () => void;
}

/** Explains what is about to happen to a token, and asks for the password first. */
export function TokenDialog({ action, display, onClose }: TokenDialogProps) {
  const { t } = useTranslation('profile');
  if (action === null) return null;
  const { kind } = action;
  const ends = kind === 'promote' || kind === 'discard';
  const isUnreadable = (failure: unknown) =>
    kind === 'reveal' && failure instanceof ApiError && failure.code === 'not_found';
  return (
    <StepUpDialog
      isOpen
      title={t(`token.${kind}.title`)}
      confirmText={t(`token.${kind}.confirm`)}
      isDangerous={ends}
      failureText={(failure) => (isUnreadable(failure) ? t('token.unreadable') : undefined)}
      onClose={onClose}
      onConfirm={async (stepUp) => {
        await takeAction(action, stepUp, display).catch(async (error: unknown) => {
          if (!(await isDone(action, error))) throw error;
        });
        onClose();
        if (ends) toast({ tone: 'success', text: t(`token.${kind}.done`) });
      }}
    >
      {t(`token.${kind}.text`)}
    </StepUpDialog>
  );
}

/** An action that requires the password. */
export type TokenAction =
  | { kind: 'reveal'; which: WhichToken }
  | { kind: 'rotate'; which: 'secondary' }
  | { kind: 'promote' | 'discard'; which: 'secondary'; before: Tokens };

/** The tokens of the account, masked, when the action was chosen. */
type Tokens = Pick<Profile, 'account_token' | 'account_token_secondary'>;

/**
 * Runs an action. A token is passed to the display directly: the cache of queries or mutations would hold it in memory
 * after it was hidden. Rejects with an ApiError.
 */
async function takeAction(action: TokenAction, stepUp: StepUp, display: TokenDisplay): Promise<void> {
  switch (action.kind) {
    case 'reveal':
      display.show(action.which, await request(revealToken, { body: { ...stepUp, which: action.which } }));
      return;
    case 'rotate':
      display.show('secondary', await request(rotateToken, { body: stepUp }));
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      return;
    case 'promote':
      display.hide();
      storeProfile(await request(promoteToken, { body: stepUp }));
      return;
    case 'discard':
      display.hide();
      storeProfile(await request(discardToken, { body: stepUp }));
  }
}

/**
 * Whether the server has run an action whose response was lost on its way: the profile, which is loaded again, says which tokens there
 * are. A repeated request is refused then, because there is no second token any more.
 */
async function isDone(action: TokenAction, error: unknown): Promise<boolean> {
  const stored = queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => undefined);
  const isRefused = error instanceof ApiError && error.isExplained && error.code !== 'not_found';
  if (isRefused || action.kind === 'reveal' || action.kind === 'rotate') return false;
  const profile = await stored;
  const { account_token: first, account_token_secondary: second } = action.before;
  const expected = action.kind === 'promote' ? second : first;
  return profile?.account_token === expected && profile.account_token_secondary === null;
}

function storeProfile(profile: Profile): void {
  queryClient.setQueryData(profileQuery.queryKey, profile);
}
