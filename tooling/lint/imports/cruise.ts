// node cruise.ts <folder> <packages …>: prints the imports that import-rules.ts forbids as JSON.
import { cruise, type IForbiddenRuleType, type IReporterOutput } from 'dependency-cruiser';
import { folderRules, importRules, tests } from './import-rules.ts';

/** A forbidden import or a circle of imports. `specifier` is the text in the importing file. */
export interface WrongImport {
  from: string;
  rule: string;
  specifier?: string;
  circle?: string[];
}

const generated = '(?:^|/)(?:dist|dist-dev|coverage|var)/|\\.css$';
const [folder = '.', ...packages] = process.argv.slice(2);
process.chdir(folder);

const wrong = [
  ...(await violations(packages, importRules, generated)),
  ...(await violations(
    packages.filter((name) => name === 'bff'),
    folderRules,
    `${generated}|${tests}`,
  )),
];
process.stdout.write(JSON.stringify(wrong));

async function violations(
  paths: string[],
  forbidden: IForbiddenRuleType[],
  exclude: string,
): Promise<WrongImport[]> {
  if (paths.length === 0) return [];
  const { output } = await cruise(
    paths,
    {
      validate: true,
      ruleSet: { forbidden },
      parser: 'tsc',
      // Imports of types count too.
      tsPreCompilationDeps: true,
      skipAnalysisNotInRules: true,
      exclude: { path: exclude },
      doNotFollow: { path: 'node_modules' },
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'node', 'default', 'require'],
    },
  );
  return wrongImports(output);
}

function wrongImports(output: IReporterOutput['output']): WrongImport[] {
  if (typeof output === 'string') throw new Error(output);
  const specifiers = new Map(
    output.modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved, module }) => [`${source} ${resolved}`, module] as const),
    ),
  );
  return output.summary.violations.map(({ from, to, rule, cycle }) => {
    const specifier = specifiers.get(`${from} ${to}`);
    return {
      from,
      rule: rule.name,
      ...(specifier !== undefined && { specifier }),
      ...(cycle !== undefined && { circle: cycle.map(({ name }) => name) }),
    };
  });
}
