import { discardToken, promoteToken, revealToken, rotateToken } from '@portal/contract/api-tokens';
import type { StepUp } from '@portal/contract/password';
import type { Profile } from '@portal/contract/profile';
import { queryClient, request } from '@portal/shared/api';
import { profileQuery } from '@portal/shared/session';
import type { TokenDisplay, WhichToken } from './use-shown-token.ts';

/** An action that requires the password. */
export type TokenAction =
  | { kind: 'reveal'; which: WhichToken }
  | { kind: 'rotate' | 'promote' | 'discard'; which: 'secondary' };

/**
 * Runs an action. A token is passed to the display directly: the cache of queries or mutations would hold it in memory
 * after it was hidden. Rejects with an ApiError.
 */
export async function takeAction(action: TokenAction, stepUp: StepUp, display: TokenDisplay): Promise<void> {
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

function storeProfile(profile: Profile): void {
  queryClient.setQueryData(profileQuery.queryKey, profile);
}
