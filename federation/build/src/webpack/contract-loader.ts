import { readPortalFacts } from '../workspace/workspace-packages.ts';

const serverMembers = new Set(readPortalFacts().endpoints.server_members);

// As Biome and tsc write it. The first line states the indentation of the members.
const constant = /^export const \w+ = \{\n( +)\S.*\n(?: .*\n)*\}/gm;
const isEndpoint = (text: string) => /^ +method: /m.test(text) && /^ +path: /m.test(text);

/** The names that a module imports from other modules of the contract. */
const imports = /^import \{([^}]+)\} from '\.\/[^']+';/gm;

const readers = /^(?:parse|safeParse|parser|safeParser|is|assert)$/;

/**
 * Webpack loader for the contract, in TypeScript or compiled. It removes the members of endpoints that browsers do not use,
 * and marks the creation of schemas as free of side effects, so that bundles contain only the schemas that they use:
 * valibot marks its functions, but webpack and the minifier do not see that in calls through its namespace, nor of the
 * contract's own functions in calls from another module.
 */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a module's default export.
export default function browserContract(source: string): string {
  const imported = new Set(
    [...source.matchAll(imports)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
  );
  return source
    .replace(constant, (text, indent: string) =>
      isEndpoint(text) ? withoutServerMembers(text, indent) : text,
    )
    .replace(/(?<![\w$.'"`])(v\.)?(\w+)(?=\()/g, (call, namespace: string | undefined, name: string) => {
      const isPure = namespace === undefined ? imported.has(name) : !readers.test(name);
      return isPure ? `/* @__PURE__ */ ${call}` : call;
    });
}

/** Leaves out each server member: its line, or several lines up to the one that closes it. */
function withoutServerMembers(endpoint: string, indent: string): string {
  let isOpen = false;
  const lines = endpoint.split('\n').filter((line) => {
    if (isOpen) {
      isOpen = !(line.startsWith(indent) && /^[\])}]+,$/.test(line.slice(indent.length)));
      return false;
    }
    const name = line.startsWith(indent) ? /^\w+(?=: )/.exec(line.slice(indent.length))?.[0] : undefined;
    if (name === undefined || !serverMembers.has(name)) return true;
    isOpen = /[[({]$/.test(line);
    return !isOpen && !line.endsWith(',');
  });
  return lines.join('\n');
}
