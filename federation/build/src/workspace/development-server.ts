import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack, { type Compiler, type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

export interface DevelopmentServer {
  /** `http://localhost:<port>/` */
  base: string;
  stop(): Promise<void>;
}

interface ServedPackage {
  configuration: Configuration;
  port: number;
  /** Replaces changed modules in the open page. Otherwise a change reloads the page, and earlier builds are served too. */
  isHot: boolean;
}

/** The configuration in a package's webpack.config.ts, for the mode that `PORTAL_DEV` states. */
export async function readConfiguration(folder: string): Promise<Configuration> {
  const file = pathToFileURL(path.join(folder, 'webpack.config.ts')).href;
  const { default: configuration }: { default: Configuration } = await import(file);
  return configuration;
}

/** Builds a package, serves the build from memory and builds again after each change. Resolves after the first build. */
export async function serveDevelopment({
  configuration,
  port,
  isHot,
}: ServedPackage): Promise<DevelopmentServer> {
  // A page that is loading one build when the next one is ready still needs its files, whose names contain a hash.
  const output = { ...configuration.output, clean: isHot };
  const compiler = webpack({ ...configuration, output });
  if (compiler === null) throw new Error(`webpack did not accept the configuration of ${configuration.name}`);
  const isCompiled = new Promise<void>((resolve) => compiler.hooks.done.tap('dev', () => resolve()));
  const server = new WebpackDevServer(
    {
      host: 'localhost',
      port,
      hot: isHot,
      liveReload: !isHot,
      static: false,
      // Its own handler would exit before the caller has stopped what it has started.
      setupExitSignals: false,
      allowedHosts: ['localhost'],
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
      // The composition is read from these files. All others stay in memory.
      devMiddleware: { writeToDisk: (file) => file.endsWith('release.json'), stats: 'errors-warnings' },
      setupMiddlewares: (middlewares) => {
        const own = middlewares.findIndex((one) => 'name' in one && one.name === 'webpack-dev-middleware');
        return isHot ? middlewares : middlewares.toSpliced(own, 0, serveEmitted(compiler));
      },
    },
    compiler,
  );
  await server.start();
  await isCompiled;
  return { base: `http://localhost:${port}/`, stop: () => server.stop() };
}

/**
 * Serves emitted files without waiting for a running build, as webpack's own middleware does. A page that reloads during a
 * build would exceed the portal's time limits and return to the live release.
 */
function serveEmitted(compiler: Compiler): WebpackDevServer.ExpressRequestHandler {
  return (request, response, next) => {
    // The compiler's own file system, which is in memory.
    compiler.outputFileSystem?.readFile(path.join(compiler.outputPath, request.path), (error, content) => {
      if (error) next();
      else response.type(path.extname(request.path)).send(content);
    });
  };
}

/** Where development servers look for ports first: `DEV_PORT`; 0 takes any free port. */
export function firstDevelopmentPort(): number {
  return Number(process.env['DEV_PORT'] ?? 4200);
}

/** The first free port from `first` on; for 0 any free port. */
export async function freePort(first: number): Promise<number> {
  const server = createServer();
  try {
    server.listen(first, 'localhost');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : first;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
  } finally {
    server.close();
  }
  return freePort(first + 1);
}
