const readers = /^(?:parse|safeParse|parser|safeParser|is|assert)$/;

/**
 * Webpack loader for the contract: marks the building of a schema as free of side effects, so that bundles contain only the
 * schemas that they use. Valibot marks its own functions, but webpack and the minifier do not see that in calls through its namespace.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a module's default export.
export default function pureSchemas(source: string): string {
  return source.replace(/(?<![\w$.'"`])v\.(\w+)(?=\()/g, (call, name: string) =>
    readers.test(name) ? call : `/* @__PURE__ */ ${call}`,
  );
}
