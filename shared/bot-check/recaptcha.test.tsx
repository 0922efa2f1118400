import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ApiError } from '@portal/shared/api';
import { configurePortal } from '@portal/shared/area';
import { renderPage, showLanguage } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { BotCheckBadge, startBotCheck } from './bot-check.tsx';

/** The options of Google's `render`, with its callbacks. */
interface Options {
  sitekey: string;
  size: string;
  badge: string;
  callback: (token: string) => void;
  'error-callback': () => void;
}
let rendered: Options[] = [];
let execute: (options: Options) => void;

const googleScript = () =>
  document.querySelector<HTMLScriptElement>('script[src^="https://www.google.com/"]');

/** Google's script arrives, or does not. */
async function answerScript(event: 'load' | 'error'): Promise<void> {
  await waitFor(() => expect(googleScript()).not.toBeNull());
  if (event === 'load') {
    globalThis.grecaptcha = {
      ready: (callback) => callback(),
      render: (container, options) => {
        container.dataset['testid'] = 'google';
        return rendered.push(options as Options) - 1;
      },
      execute: (widget) => execute(rendered[widget]!),
      reset: () => undefined,
    };
  }
  googleScript()?.dispatchEvent(new Event(event));
}

const sent: (string | undefined)[] = [];
const work = async (token?: string) => {
  sent.push(token);
};

beforeEach(() => {
  configurePortal({ bot_check: { provider: 'recaptcha', site_key: 'our-key' }, password_profile: 'spec' });
  showLanguage('de');
  sent.length = 0;
  execute = ({ callback }) => callback('a token');
});
afterEach(() => {
  rendered = [];
  globalThis.grecaptcha = undefined;
});

test('names the provider, with the links that Google requires', async () => {
  renderPage(<BotCheckBadge />, { language: 'de' });
  expect(await screen.findByRole('note')).toHaveTextContent(
    'Geschützt durch reCAPTCHA · Datenschutz · Nutzungsbedingungen',
  );
  expect(screen.getByRole('link', { name: 'Datenschutz' })).toHaveAttribute('rel', 'noreferrer');
});

test('shows an error when the script is blocked, and loads it again with the next attempt', async () => {
  const check = startBotCheck('register');
  const sending = check.send(work);
  await answerScript('error');
  await expect(sending).rejects.toMatchObject({ code: 'captcha_unavailable' });
  expect(googleScript()).toBeNull();
  expect(sent).toEqual([]);
  const again = check.send(work);
  await answerScript('load');
  await again;
  expect(sent).toEqual(['a token']);
  check.stop();
});

test('requests a token when the form is sent, shows the badge at the bottom left, and removes it afterwards', async () => {
  let badges = 0;
  const check = startBotCheck('register', () => (badges += 1));
  await check.send(work);
  expect(rendered).toMatchObject([{ sitekey: 'our-key', size: 'invisible', badge: 'bottomleft' }]);
  expect(badges).toBe(1);
  await check.send(work);
  expect(rendered).toHaveLength(1);
  expect(sent).toEqual(['a token', 'a token']);
  check.stop();
  await waitFor(() => expect(screen.queryByTestId('google')).not.toBeInTheDocument());
});

test('shows an error when Google returns no token', async () => {
  execute = (options) => options['error-callback']();
  const check = startBotCheck('register');
  await expect(check.send(work)).rejects.toBeInstanceOf(ApiError);
  expect(sent).toEqual([]);
  check.stop();
});
