import { type ConfigError, loadConfig } from './config.ts';

/** Settings with which a production starts; no mail server is there. */
export const productionEnv = {
  PORTAL_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  TRUSTED_PROXIES: 'none',
  COMPOSITION_PUBLIC_KEY: 'A'.repeat(122),
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  VIES: 'none',
  PROVIDER_NAME: 'Provider OÜ',
  PROVIDER_ADDRESS: 'Pikk 1, Tallinn',
  PROVIDER_TAX_NUMBER: 'EE100000010',
  PROVIDER_IBAN: 'EE382200221020145685',
  PROVIDER_BIC: 'HABAEE2X',
};

/** What is wrong with settings. */
export function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}
