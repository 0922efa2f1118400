import type { BotCheckAction } from '@portal/contract/bot-check';
import { type ReactNode, useEffect, useState } from 'react';
import { type BotCheck, startBotCheck } from './bot-check.ts';
import { BotCheckBadge } from './bot-check-badge.tsx';

export interface BotCheckOfForm extends Pick<BotCheck, 'prepare' | 'send'> {
  /** Put it into the form. */
  badge: ReactNode;
}

/** The bot check of the form that a component shows, for as long as it does. */
export function useBotCheck(action: BotCheckAction): BotCheckOfForm {
  const [hasOwnBadge, setOwnBadge] = useState(false);
  const [{ prepare, send, stop }] = useState(() => startBotCheck(action, () => setOwnBadge(true)));
  // In step with what the provider has put into the page.
  useEffect(() => stop, [stop]);
  return { prepare, send, badge: hasOwnBadge ? null : <BotCheckBadge /> };
}
