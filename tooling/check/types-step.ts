import { createRequire } from 'node:module';
import path from 'node:path';
import { packagesWith, root } from '@portal/federation-build/workspace/workspace-packages';
import { runNode } from '../process/run-process.ts';
import { type Outcome, type Step, single, total } from './outcome.ts';

/** Several checkers for one package, each with types of its own, take twice the processor's time of one. */
const alone = ['--singleThreaded'];

/** Checks the types of every package, two at a time; each package is one test. */
export const typesStep: Step = {
  name: 'types',
  async run() {
    const waiting = packagesWith('tsconfig.json');
    const outcomes: Outcome[] = [];
    async function work(): Promise<void> {
      for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
        outcomes.push(await checkTypes(folder, alone));
      }
    }
    await Promise.all([work(), work()]);
    return total(outcomes);
  },
};

/** Checks the types of one package, by its folder relative to the root, with further options for tsc. */
export async function checkTypes(folder: string, options: string[] = []): Promise<Outcome> {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiler = path.join(path.dirname(manifest), 'bin', 'tsc');
  const cwd = path.join(root, folder);
  const { code, stdout, stderr } = await runNode([compiler, '-p', '.', '--pretty', 'false', ...options], {
    cwd,
  });
  if (code === 0) return single(true);
  // tsc prints paths relative to the package; editors open paths relative to the root.
  return single(false, `types of ${folder}:\n${stdout.replace(/^(?=\S+\(\d)/gm, `${folder}/`)}${stderr}`);
}
