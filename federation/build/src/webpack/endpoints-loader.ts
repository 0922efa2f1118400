/** Members of an endpoint that only the server, the API's description and the tests read. */
const serverMembers = [
  'summary',
  'access',
  'params',
  'query',
  'body',
  'status',
  'otherStatus',
  'errors',
  'idempotent',
  'documents',
];

// As the formatter writes them: a member on one line, or from its name to the bracket that closes it at the same depth.
const endpoint = /^export const \w+ = \{\n(?: {2}.*\n)+\} as const satisfies Endpoint/gm;
const serverMember = new RegExp(
  `^  (?:${serverMembers.join('|')}): (?:.*[^[{(]|\\[[\\s\\S]*?\\n  \\]),\\n`,
  'gm',
);

/**
 * Webpack loader for the contract: leaves `method`, `path` and `response` of each endpoint, which is all that a browser
 * uses at run time. Summaries, error lists and request schemas stay out of the bundles.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a module's default export.
export default function browserEndpoints(source: string): string {
  return source.replace(endpoint, (declaration) => declaration.replace(serverMember, ''));
}
