import { type LoginRequest, type LoginResponse, login } from '@portal/contract/login';
import { request } from '@portal/shared/api';
import { BotCheckBadge, startBotCheck } from '@portal/shared/bot-check';
import { useEffect } from 'react';
import { create } from 'zustand';

const useOwnBadge = create(() => ({ isShown: false }));
const botCheck = startBotCheck('login', () => useOwnBadge.setState({ isShown: true }));

/** Logs in with the token of the bot check, which the server requires after failed attempts. */
export function logInWithBotCheck(credentials: LoginRequest): Promise<LoginResponse> {
  return botCheck.send((captcha_token) => request(login, { body: { ...credentials, captcha_token } }));
}

/** The badge of the bot check, shown in the form from then on. */
export function BotCheck() {
  const { isShown } = useOwnBadge();
  // In step with what the provider has added to the page.
  useEffect(
    () => () => {
      botCheck.stop();
      useOwnBadge.setState({ isShown: false });
    },
    [],
  );
  return isShown ? null : <BotCheckBadge />;
}
