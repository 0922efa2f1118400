import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../../errors/operator-error.ts';

const run = promisify(execFile);

/** The account that runs the server; undefined keeps the current one. PostgreSQL refuses to run as root. */
export type ServerAccount = { uid: number; gid: number; capability?: Capability } | undefined;

/** What lets an account pass folders that are closed to it, such as root's home. */
type Capability = keyof typeof capabilityBits;
// Bits of linux/capability.h, least first. Containers often have the second one only.
const capabilityBits = { dac_read_search: 2, dac_override: 1 };

/** Finds the account and checks that it can reach the programs and the data. Throws OperatorError if it cannot. */
export async function serverAccount(program: string, dataDir: string): Promise<ServerAccount> {
  await makeExecutable(program);
  await makeExecutable(path.join(path.dirname(program), 'initdb'));
  if (process.getuid?.() !== 0) return undefined;
  const account = await unprivilegedAccount();
  const { uid, gid } = account;
  const closed =
    (await firstClosedFolder(program)) ?? (await firstClosedFolder(path.join(dataDir, 'postgres')));
  if (closed === undefined) {
    await run(program, ['--version'], { uid, gid });
    return { uid, gid };
  }
  const capability = await availableCapability();
  const passing = { uid, gid, ...(capability !== undefined && { capability }) };
  try {
    if (capability === undefined) throw new Error('no capability');
    const { file, args, options } = commandAs(passing, program, ['--version']);
    await run(file, args, options);
  } catch {
    throw new OperatorError(
      `PostgreSQL does not run as root, and the account "${account.name}" cannot enter ${closed}. ` +
        'Install setpriv (util-linux), start the portal as an ordinary user, move the checkout out of the closed folder, or set DATABASE_URL.',
    );
  }
  return passing;
}

/**
 * Returns the command that runs a program of the server under its account. In a closed folder the program gets one
 * capability and can gain no other; the folder stays closed to every other program of the account.
 */
export function commandAs(account: ServerAccount, program: string, args: readonly string[]) {
  if (account?.capability === undefined) return { file: program, args, options: { ...account } };
  const { uid, gid, capability } = account;
  const only = `-all,+${capability}`;
  const flags = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    // Without it access(2), by which initdb looks for its programs, ignores capabilities.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
  ];
  return { file: 'setpriv', args: [...flags, '--', program, ...args], options: {} };
}

/** Returns the least capability that this process could pass on. */
async function availableCapability(): Promise<Capability | undefined> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  const has = (bit: number) => (effective & (1n << BigInt(bit))) !== 0n;
  if (has(capabilityBits.dac_read_search)) return 'dac_read_search';
  return has(capabilityBits.dac_override) ? 'dac_override' : undefined;
}

async function unprivilegedAccount(): Promise<{ name: string; uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find(([account]) => account === name);
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    if (uid > 0 && gid > 0) return { name, uid, gid };
  }
  throw new OperatorError(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody". Set DATABASE_URL.',
  );
}

/** Returns the first folder above `file` that other accounts may not enter. */
async function firstClosedFolder(file: string): Promise<string | undefined> {
  const folders: string[] = [];
  for (let folder = path.dirname(file); !folders.includes(folder); folder = path.dirname(folder))
    folders.unshift(folder);
  for (const folder of folders) {
    if (((await stat(folder)).mode & constants.S_IXOTH) === 0) return folder;
  }
  return undefined;
}

async function makeExecutable(program: string): Promise<void> {
  const mode = (await stat(program)).mode;
  if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555);
}
