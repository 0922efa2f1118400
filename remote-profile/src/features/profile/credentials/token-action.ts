import type { Profile } from '@portal/contract/profile';
import type { StepUp } from '@portal/contract/security';
import { discardToken, promoteToken, revealToken, rotateToken } from '@portal/contract/security-endpoints';
import { queryClient, request } from '@portal/shared/api';
import { profileQuery } from '@portal/shared/session';
import type { TokenDisplay, WhichToken } from './use-shown-token.ts';

/** What takes the password. */
export type TokenAction =
  | { kind: 'reveal'; which: WhichToken }
  | { kind: 'rotate' | 'promote' | 'discard'; which: 'secondary' };

/**
 * Does it. A token goes to the display directly: through the cache of queries or mutations it would stay in memory
 * after it has been hidden. Rejects with an ApiError.
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
      keep(await request(promoteToken, { body: stepUp }));
      return;
    case 'discard':
      display.hide();
      keep(await request(discardToken, { body: stepUp }));
  }
}

function keep(profile: Profile): void {
  queryClient.setQueryData(profileQuery.queryKey, profile);
}
