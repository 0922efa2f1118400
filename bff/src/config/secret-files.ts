import { readFileSync } from 'node:fs';

/**
 * The settings that are secrets or contain one. Each may be given as a file instead, whose path is in the setting with
 * `_FILE` at its end: vaults, orchestrators and systemd hand over secrets as files.
 */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'OPS_TOKEN',
  'RECAPTCHA_SECRET',
  'BTCPAY_API_KEY',
  'BTCPAY_WEBHOOK_SECRET',
  'DELIVERY_REPORTS_SECRET',
] as const;

/**
 * Returns the settings that are not empty, each `NAME_FILE` also as `NAME`: the contents of its file without the line break
 * at the end. A problem names the setting, never the contents; `failed` lists the settings that have one.
 */
export function readSecretFiles(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const problems: string[] = [];
  const failed: string[] = [];
  for (const name of secretSettings) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    const result =
      given[name] === undefined ? readSecret(file) : { problem: `${name} is set, too; expected one of both` };
    if ('problem' in result) {
      problems.push(`${name}_FILE: ${result.problem}`);
      failed.push(name);
    } else given[name] = result.value;
  }
  return { given, problems, failed };
}

function readSecret(file: string): { value: string } | { problem: string } {
  try {
    const value = readFileSync(file, 'utf8').replace(/(?<![\r\n])[\r\n]+$/, '');
    return value.trim() === '' ? { problem: 'the file is empty' } : { value };
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? ` (${error.code})` : '';
    return { problem: `the file cannot be read${code}` };
  }
}
