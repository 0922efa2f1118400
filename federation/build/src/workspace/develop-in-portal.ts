import path from 'node:path';
import type { Configuration } from 'webpack';
import { outputFolder } from '../webpack/federated-package.ts';
import { firstDevelopmentPort, freePort, readConfiguration, serveDevelopment } from './development-server.ts';

/**
 * Serves an area's build for the pages of a deployed portal, in tabs where a developer overrides the area. The portal's
 * host provides React and the shared packages, so the build is a production build, and a change reloads the page. Returns
 * an exit code: 2 when the address is missing or the portal does not allow overrides, 0 while the server runs.
 */
export async function developInPortal(folder: string, portal: string | undefined): Promise<number> {
  const fault = portal === undefined ? 'State the portal: --portal https://…' : await faultOf(portal);
  if (fault !== undefined) {
    console.error(fault);
    return 2;
  }
  // Another version than the live release's, so that the globals of the two builds differ.
  process.env['PORTAL_DEV'] = 'overrides';
  const port = await freePort(firstDevelopmentPort());
  const configuration = readable(await readConfiguration(folder), folder);
  const server = await serveDevelopment({ configuration, port, isHot: false });
  console.error(`Open ${new URL('/about', portal)} and enter ${server.base} as the development server.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
  return 0;
}

/** A production build that can be read in a debugger and is built quickly. */
function readable(configuration: Configuration, folder: string): Configuration {
  return {
    ...configuration,
    devtool: 'cheap-module-source-map',
    optimization: { ...configuration.optimization, minimize: false },
    output: { ...configuration.output, path: path.join(folder, outputFolder(false)) },
  };
}

/** Why the portal cannot show a local area; undefined if it can. */
async function faultOf(portal: string): Promise<string | undefined> {
  try {
    const response = await fetch(new URL('/about', portal));
    const html = await response.text();
    const environment = /"environment":"(\w+)"/.exec(html)?.[1];
    if (environment === undefined) return `There is no portal at ${portal} (status ${response.status}).`;
    if (environment === 'development' || environment === 'staging') return undefined;
    return `The portal at ${portal} allows no local areas: its environment is ${environment}.`;
  } catch {
    return `The portal at ${portal} cannot be reached.`;
  }
}
