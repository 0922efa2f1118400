// npm run dev [area] [-- --portal <address>]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { builtPackages } from '@portal/federation-build/workspace/build-packages';
import { developInPortal } from '@portal/federation-build/workspace/develop-in-portal';
import { root } from '@portal/federation-build/workspace/workspace-packages';
import { developPortal } from '../dev/develop-portal.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { portal: { type: 'string' } },
});
const areas = builtPackages().flatMap((name) => (name === 'host' ? [] : [name.replace('remote-', '')]));
const [area] = positionals;

if (area !== undefined && !areas.includes(area)) {
  console.error(
    `There is no area "${area}". The areas are ${areas.join(', ')}. Without a name, all are served.`,
  );
  process.exitCode = 2;
} else if (values.portal === undefined) {
  await developPortal(area);
} else if (area === undefined) {
  console.error('Name the area to run in that portal: npm run dev <area> -- --portal <address>');
  process.exitCode = 2;
} else {
  process.exitCode = await developInPortal(path.join(root, `remote-${area}`), values.portal);
}
