import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// A packed package holds JavaScript.
const file = `../runtime/bundler-runtime${path.extname(import.meta.url)}`;

/** Alias of the runtime that Module Federation's plugin would put into builds (docs/decisions/0080-federation-runtime.md). */
export const ownRuntime: Readonly<Record<string, string>> = {
  [pluginRuntime()]: fileURLToPath(new URL(file, import.meta.url)),
};

/** The path by which the plugin imports its runtime. */
function pluginRuntime(): string {
  const plugin = createRequire(import.meta.url).resolve('@module-federation/enhanced/webpack');
  const tools = createRequire(plugin).resolve('@module-federation/runtime-tools/bundler');
  return createRequire(tools).resolve('@module-federation/webpack-bundler-runtime/bundler');
}
