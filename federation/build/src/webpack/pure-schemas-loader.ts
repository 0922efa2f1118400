const readers = /^(?:parse|safeParse|parser|safeParser|is|assert)$/;

/**
 * Webpack loader for the contract: tells that building a schema has no effect, so that a bundle keeps those it uses. Valibot
 * says so of its functions, but of calls through its namespace neither webpack nor the minifier hears it.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a module's default export.
export default function pureSchemas(source: string): string {
  return source.replace(/(?<![\w$.'"`])v\.(\w+)(?=\()/g, (call, name: string) =>
    readers.test(name) ? call : `/* @__PURE__ */ ${call}`,
  );
}
