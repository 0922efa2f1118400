import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { CheckBff } from '../harness/bff.ts';
import type { CheckCase } from '../harness/report.ts';

const mac = /"chain_mac":"[\w-]+"/;
type Change = (lines: string[], records: number[]) => string[];

/** What an intruder would do to the log; `records` are the indexes of the security records. */
const changes: Readonly<Record<string, Change>> = {
  'a changed event': (lines, [at = 0]) =>
    lines.with(at, (lines[at] ?? '').replace('"event":"', '"event":"x')),
  'a changed time': (lines, [, at = 0]) =>
    lines.with(at, (lines[at] ?? '').replace('"time":"20', '"time":"19')),
  'a removed record': (lines, [, , at = 0]) => lines.toSpliced(at, 1),
  'two exchanged records': (lines, [a = 0, b = 0]) => lines.with(a, lines[b] ?? '').with(b, lines[a] ?? ''),
  'a repeated record': (lines, [at = 0]) => lines.toSpliced(at, 0, lines[at] ?? ''),
  'an added record': (lines, [at = 0]) =>
    lines.toSpliced(
      at + 1,
      0,
      (lines[at] ?? '')
        .replace('"chain_record":1', '"chain_record":2')
        .replace(mac, `"chain_mac":"${'A'.repeat(43)}"`),
    ),
  'a record without its seal': (lines, [at = 0]) =>
    lines.with(at, (lines[at] ?? '').replace(/,"chain":.*/, '}')),
  'a removed beginning': (lines, records) => lines.slice((records[3] ?? 0) + 1),
  'a removed end': (lines, records) => lines.slice(0, records.at(-3)),
  'no records at all': (lines) => lines.filter((line) => !line.includes('"msg":"security"')),
};

interface Log {
  lines: string[];
  secretsKey: string;
}

/** Verifies the log as it is, and changed in every way; the verification must report each change. */
export async function tamper(bff: CheckBff, { lines, secretsKey }: Log): Promise<CheckCase[]> {
  const records = [...lines.keys()].filter((index) => lines[index]?.includes('"chain_mac"'));
  const original = await verify(bff, { lines, secretsKey });
  const cases = [
    {
      name: `verification of the log: ${original.output}`,
      problems: original.code === 0 ? [] : [original.output],
    },
  ];
  for (const [what, change] of Object.entries(changes)) {
    const { code, output } = await verify(bff, { lines: change(lines, records), secretsKey });
    cases.push({
      name: `${what}: ${output.slice(0, 120)}`,
      problems: code === 1 && /\b[1-9]\d* problems/.test(output) ? [] : [`not reported: ${output}`],
    });
  }
  return cases;
}

/** Runs `npm run audit:verify` on a log, with the database of the running portal. */
async function verify({ dataFolder }: CheckBff, { lines, secretsKey }: Log) {
  const file = path.join(dataFolder, 'changed.log');
  await writeFile(file, `${lines.join('\n')}\n`);
  const root = path.resolve(import.meta.dirname, '../..');
  const child = spawn(process.execPath, [path.join(root, 'bff/src/audit/audit-verify.ts'), file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: dataFolder, SECRETS_KEY: secretsKey },
  });
  const [out, error] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode, output: `${error}${out}`.trim().replaceAll('\n', ' ') };
}
