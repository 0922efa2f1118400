import { readPortalFacts } from '../workspace/workspace-packages.ts';

const serverMembers = readPortalFacts().endpoints.server_members.join('|');

// As Biome and tsc write it. The first line states the indentation of the members.
const constant = /^export const \w+ = \{\n( +)\S.*\n(?: .*\n)*\}/gm;
const isEndpoint = (text: string) => /^ +method: /m.test(text) && /^ +path: /m.test(text);

/** A member on one line, or from its name to the bracket that closes it at the same depth. */
const serverMember = (indent: string) =>
  new RegExp(`^${indent}(?:${serverMembers}): (?:.*[^[{(]|\\[[\\s\\S]*?\\n${indent}\\]),\\n`, 'gm');

const readers = /^(?:parse|safeParse|parser|safeParser|is|assert)$/;

/**
 * Webpack loader for the contract, in TypeScript or compiled. It removes the members of endpoints that browsers do not use,
 * and marks the creation of schemas as free of side effects, so that bundles contain only the schemas that they use:
 * valibot marks its functions, but webpack and the minifier do not see that in calls through its namespace.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a module's default export.
export default function browserContract(source: string): string {
  return source
    .replace(constant, (text, indent: string) =>
      isEndpoint(text) ? text.replace(serverMember(indent), '') : text,
    )
    .replace(/(?<![\w$.'"`])v\.(\w+)(?=\()/g, (call, name: string) =>
      readers.test(name) ? call : `/* @__PURE__ */ ${call}`,
    );
}
