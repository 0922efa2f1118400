import type { Config } from './config/config.ts';

/** The demonstration account's published credentials. */
export const demoCredentials = { email: 'demo@dalat.example', password: 'Dalat-2026!' };

/** What the person who started the portal on a desk wants to know. */
export function welcomeText(config: Config): string {
  const lines = [
    `The portal is ready:   ${config.PUBLIC_URL}`,
    ...(config.DEMO_ACCOUNT
      ? [`Demonstration login:   ${demoCredentials.email} / ${demoCredentials.password}`]
      : []),
    ...(config.SMTP_URL === undefined ? [`Development mailbox:   ${config.PUBLIC_URL}/dev/mail`] : []),
    'To stop it:            Ctrl-C',
  ];
  return `\n${lines.join('\n')}\n`;
}
