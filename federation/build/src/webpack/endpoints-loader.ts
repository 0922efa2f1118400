/** Members of an endpoint that only the server, the API's description and the tests read. */
const serverMembers = [
  'number',
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

// As the formatter writes it: a member on one line, or from its name to the bracket that closes it at the same depth.
const serverMember = new RegExp(
  `^  (?:${serverMembers.join('|')}): (?:.*[^[{(]|\\[[\\s\\S]*?\\n  \\]),\\n`,
  'gm',
);

/**
 * Webpack loader for the endpoints of the contract: leaves `method`, `path` and `response` of each, which is all that a
 * browser uses at run time. Summaries, error lists and request schemas stay out of the bundles.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a module's default export.
export default function browserEndpoints(source: string): string {
  return source.replace(serverMember, '');
}
