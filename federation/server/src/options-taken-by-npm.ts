import { readFileSync } from 'node:fs';
import path from 'node:path';

/** npm 9 to 11 expand an option that is the beginning of one of their own. */
const expansions: Readonly<Record<string, string>> = {
  replace: 'replace-registry-host',
  to: 'token-description',
};

interface CommandLine {
  /** The options of the command, without `--`. */
  options: readonly string[];
  args: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Why a command must not run: options stand before npm's `--`. npm takes them and passes them on as variables `npm_config_…` only,
 * and without `--dry-run` the command would make its changes. Undefined if npm has taken none.
 */
export function optionTakenByNpm({ options, args, environment }: CommandLine): string | undefined {
  const isGiven = (name: string) => args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const taken = options.find((name) => !isGiven(name) && isTaken(name, environment));
  if (taken === undefined) return undefined;
  const { npm_lifecycle_event: script = '<command>' } = environment;
  return `npm has taken the option --${taken} instead of passing it on, so nothing was done: write "npm run ${script} -- … --${taken}", with the -- before all options.`;
}

function isTaken(option: string, environment: CommandLine['environment']): boolean {
  // npm reads `--no-run` as the value false of `run`, which it passes on as an empty text.
  const isNegated = option.startsWith('no-');
  const name = isNegated ? option.slice('no-'.length) : option;
  return [name, expansions[name]].some((known) => {
    if (known === undefined) return false;
    const value = environment[`npm_config_${known.replaceAll('-', '_')}`];
    if (value === undefined || (value === '') !== isNegated) return false;
    return !isSetting(known, environment);
  });
}

/** Whether a file of npm's settings has the name: a user's `json=true` is no option of the command line. */
function isSetting(name: string, environment: CommandLine['environment']): boolean {
  const { npm_config_userconfig, npm_config_globalconfig, npm_config_local_prefix } = environment;
  const project = npm_config_local_prefix && path.join(npm_config_local_prefix, '.npmrc');
  return [project, npm_config_userconfig, npm_config_globalconfig].some((file) => {
    const lines = file ? textOf(file).split('\n') : [];
    return lines.some((line) => line.split('=', 1)[0]?.trim() === name);
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
