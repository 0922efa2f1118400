// npm run analyze <area, host or address> [-- --packages] [--least <bytes>]: what its scripts consist of, by share of their
// compressed size. An address (`/voicing/cdr`) stands for what its HTML starts with.
// npm run analyze -- --accept: stores the sizes of all modules, with which those of a build over budget are compared.
import { parseArgs } from 'node:util';
import { loadedScripts } from '@portal/federation-build/analyze/loaded-scripts';
import { acceptModuleSizes } from '@portal/federation-build/analyze/module-growth';
import { moduleSharesOf, packageShares } from '@portal/federation-build/analyze/module-shares';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    packages: { type: 'boolean', default: false },
    least: { type: 'string', default: '100' },
    accept: { type: 'boolean', default: false },
  },
});
if (values.accept) {
  console.log(acceptModuleSizes());
  process.exit();
}
const [target = ''] = positionals;
const scripts = loadedScripts(target);
const modules = moduleSharesOf(scripts);
const shares = values.packages ? packageShares(modules) : modules;
const line = (bytes: number, name: string) =>
  console.log(`${Math.round(bytes).toLocaleString('en').padStart(9)}  ${name}`);
const sum = (list: [string, number][]) => list.reduce((before, [, bytes]) => before + bytes, 0);

line(sum(shares), `${target}, ${scripts.length} scripts, Brotli`);
const shown = shares.filter(([, bytes]) => bytes >= Number(values.least));
for (const [name, bytes] of shown) line(bytes, name);
line(sum(shares.slice(shown.length)), `${shares.length - shown.length} smaller ones`);
