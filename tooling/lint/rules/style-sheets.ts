import postcss, { type AnyNode, type Declaration, type Root, type Rule } from 'postcss';
import type { Fault, LintRule, SourceFile } from '../lint-rule.ts';

const ofPackage = /^(?:host|remote-[a-z0-9-]+)\//;
const ofRemote = /^remote-[a-z0-9-]+\//;
// The only style sheets with literal colours.
const tokenSheet = /^shared\/ui\/tokens\/[a-z-]+\.css$/;
const colour =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(?:black|white|red|green|blue|gr[ae]y|silver|orange|yellow|purple|navy|teal|maroon)(?![\w-])/i;
// At-rules that declare something and need no layer.
const declaring = new Set(['layer', 'import', 'charset', 'namespace', 'property', 'font-face', 'keyframes']);

/** Styles are in a cascade layer, do not reach beyond their package, and use tokens. */
export const styleSheets: LintRule = {
  name: 'style-sheets',
  check(files) {
    const sheets = files
      .filter(({ path }) => path.endsWith('.css'))
      .map((file) => ({ file, root: parsed(file) }));
    const tokens = new Set([
      ...sheets.flatMap(({ root }) => customProperties(root)),
      ...files.flatMap(scriptedProperties),
    ]);
    return sheets.flatMap(({ file, root }) => [
      ...unlayered(file, root),
      ...globalSelectors(file, root),
      ...literalColours(file, root),
      ...unknownTokens(file, root, tokens),
      ...slowSelectors(file, root),
    ]);
  },
};

function parsed({ path, text }: SourceFile): Root {
  return postcss.parse(text, { from: path });
}

/** The build puts the style sheets of a package into its layer unless they name one. Shared style sheets must name theirs. */
function unlayered({ path }: SourceFile, root: Root): Fault[] {
  const namesLayer = root.some(
    (node) => node.type === 'atrule' && node.name === 'layer' && node.nodes !== undefined,
  );
  if (ofPackage.test(path) && !namesLayer) return [];
  return root.nodes
    .filter((node) => node.type === 'rule' || (node.type === 'atrule' && !declaring.has(node.name)))
    .map((node) =>
      fault(path, node, 'a style outside every cascade layer overrides all layers: put it into one'),
    );
}

function globalSelectors({ path }: SourceFile, root: Root): Fault[] {
  if (!ofRemote.test(path)) return [];
  if (!path.endsWith('.module.css')) {
    return [{ file: path, line: 1, message: 'a remote has CSS modules only: name it *.module.css' }];
  }
  const faults: Fault[] = [];
  root.walkRules((rule) => {
    if (isKeyframe(rule) || rule.parent?.type === 'rule') return;
    const isGlobal = rule.selectors.some(
      (selector) => selector.includes(':global') || !/\.[A-Za-z_]/.test(selector),
    );
    if (isGlobal)
      faults.push(fault(path, rule, `"${rule.selector}" reaches beyond the remote: select by a class`));
  });
  return faults;
}

function literalColours({ path }: SourceFile, root: Root): Fault[] {
  if (tokenSheet.test(path)) return [];
  return declarations(root)
    .filter((one) => colour.test(one.value.replace(/url\([^)]*\)|var\(--[\w-]+/g, '')))
    .map((one) => fault(path, one, `"${one.value}" is a literal colour: use a token`));
}

function unknownTokens({ path }: SourceFile, root: Root, tokens: Set<string>): Fault[] {
  return declarations(root).flatMap((one) =>
    [...one.value.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)]
      .filter(([, name = '']) => !tokens.has(name))
      .map(([, name]) => fault(path, one, `no style sheet defines ${name}`)),
  );
}

// The browser finds rules by the tag, class, id or attribute that the last part of a selector names.
const nameless = /(?:^|[\s>+~]):(?:is|has)\((?:[^()]|\([^()]*\))*\)$|~ \*$|^:has\(|:nth-child\(n\)/;

function slowSelectors({ path }: SourceFile, root: Root): Fault[] {
  const faults: Fault[] = [];
  root.walkRules((rule) => {
    for (const selector of rule.selectors.filter((each) => nameless.test(each)))
      faults.push(
        fault(
          path,
          rule,
          `"${selector}" is tried on every element of a page: name a tag, class or attribute at its end`,
        ),
      );
  });
  return faults;
}

function customProperties(root: Root): string[] {
  const registered: string[] = [];
  root.walkAtRules('property', (rule) => {
    registered.push(rule.params.trim());
  });
  return [
    ...registered,
    ...declarations(root).flatMap((one) => (one.prop.startsWith('--') ? [one.prop] : [])),
  ];
}

/** Custom properties that components set (`style={{ '--progress': … }}`) or libraries provide (`--trigger-width`). */
function scriptedProperties({ path, text }: SourceFile): string[] {
  return /\.tsx?$/.test(path) ? [...text.matchAll(/['"`](--[\w-]+)/g)].map(([, name = '']) => name) : [];
}

function declarations(root: Root): Declaration[] {
  const found: Declaration[] = [];
  root.walkDecls((one) => {
    found.push(one);
  });
  return found;
}

function isKeyframe({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && 'name' in parent && String(parent.name).endsWith('keyframes');
}

function fault(file: string, node: AnyNode, message: string): Fault {
  return { file, line: node.source?.start?.line ?? 1, message };
}
