import { spawn } from 'node:child_process';

/** The part of a Markdown document below a heading, up to the next heading of the same or a higher level. */
export function sectionOf(text: string, heading: string): string {
  const start = text.search(new RegExp(`^#+ ${heading}$`, 'm'));
  if (start === -1) throw new Error(`the document has no section "${heading}"`);
  const rest = text.slice(start);
  const level = /^#+/.exec(rest)?.[0].length ?? 1;
  const [line = '', ...lines] = rest.split('\n');
  const end = lines.findIndex((one) => new RegExp(`^#{1,${level}} `).test(one));
  return [line, ...lines.slice(0, end === -1 ? undefined : end)].join('\n');
}

/** The commands of a Markdown text: its `sh` blocks, in order, as they stand there. */
export function commandsOf(text: string): string[] {
  return [...text.matchAll(/^( *)```sh\n(.*?)^ *```/gms)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** Runs a block in bash, which ends at the first failure; resolves to everything that was printed and the exit code. */
export async function runBlock(
  block: string,
  environment: Record<string, string | undefined>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', block], {
    cwd: environment['PORTAL_ROOT'],
    env: { ...process.env, ...environment },
  });
  let output = `$ ${block}`;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  return { code: await promise, output };
}
