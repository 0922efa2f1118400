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

// As Biome and tsc write it. The first line states the indentation of the members.
const constant = /^export const \w+ = \{\n( +)\S.*\n(?: .*\n)*\}/gm;
const isEndpoint = (text: string) => /^ +method: /m.test(text) && /^ +path: /m.test(text);

/** A member on one line, or from its name to the bracket that closes it at the same depth. */
const serverMember = (indent: string) =>
  new RegExp(`^${indent}(?:${serverMembers.join('|')}): (?:.*[^[{(]|\\[[\\s\\S]*?\\n${indent}\\]),\\n`, 'gm');

/**
 * Webpack loader for the contract, in TypeScript or compiled: leaves `method`, `path` and `response` of each endpoint, which
 * is all that a browser uses at run time. Summaries, error lists and request schemas stay out of the bundles.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a module's default export.
export default function browserEndpoints(source: string): string {
  return source.replace(constant, (text, indent: string) =>
    isEndpoint(text) ? text.replace(serverMember(indent), '') : text,
  );
}
