import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface TestFile {
  /** Relative to the package. */
  file: string;
  text: string;
}

/** Characters of test code in a group. More groups than workers keep all workers busy to the end. */
const groupSize = 90_000;

/** What replaces modules or globals while its file is loaded, for all tests of a group. */
const changesModules =
  /^jest\.spyOn|^(?:process\.env|globalThis)\b|\bjest\.(?:mock|doMock|unstable_\w+|resetModules|isolateModules\w*)\b/m;

/**
 * Writes test files for a full run into `dist/test-groups` of a package. Each runs several of the package's test files,
 * because Jest loads all modules for each file again, which takes more than a second of a processor for the whole BFF, or for React and the
 * design system. `fixtures` are modules with hooks for all tests: they are loaded first, once, outside of each file's block.
 */
export function writeTestGroups(folder: string, fixtures: readonly string[] = []): void {
  const groups = path.join(folder, 'dist', 'test-groups');
  rmSync(groups, { recursive: true, force: true });
  mkdirSync(groups, { recursive: true });
  groupTests(readTests(folder)).forEach((group, index) => {
    writeFileSync(path.join(groups, `group-${index + 1}.test.ts`), textOfGroup(group, fixtures));
  });
}

/** Groups test files of similar size together. A file that changes modules for its tests stays alone. */
export function groupTests(tests: TestFile[], size: number = groupSize): TestFile[][] {
  const alone = tests.filter(({ text }) => changesModules.test(text));
  const together = tests
    .filter((test) => !alone.includes(test))
    .toSorted((a, b) => b.text.length - a.text.length);
  const sum = together.reduce((length, { text }) => length + text.length, 0);
  const groups = Array.from({ length: Math.ceil(sum / size) }, (): TestFile[] => []);
  // Dealt out like cards, so that each group has as many long files as the others.
  for (const [index, test] of together.entries()) groups[index % groups.length]?.push(test);
  return [...groups, ...alone.map((test) => [test])];
}

/** The text of a test file that runs the tests of others. */
function textOfGroup(group: TestFile[], fixtures: readonly string[]): string {
  return [
    "import { afterAll, describe, jest } from '@jest/globals';\n",
    ...fixtures.map((fixture) => `require(${JSON.stringify(fixture)});\n`),
    ...group.map(textOfFile),
    // Otherwise the limit of the last file that sets one would be that of all.
    '\njest.setTimeout(600_000);\n',
    // On a new clone Jest starts with the largest files: a group that began last would run alone at the end.
    `// ${'.'.repeat(group.reduce((sum, { text }) => sum + text.length, 0))}\n`,
  ].join('');
}

function textOfFile({ file }: TestFile): string {
  return `
describe(${JSON.stringify(file)}, () => {
  require(${JSON.stringify(`../../${file}`)});
  afterAll(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
});
`;
}

/** The test files of a package. */
function readTests(folder: string): TestFile[] {
  const tests: TestFile[] = [];
  const collect = (below: string) => {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const file = path.posix.join(below, entry.name);
      if (entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name)) collect(file);
      if (entry.isFile() && /\.test\.tsx?$/.test(entry.name)) {
        tests.push({ file, text: readFileSync(path.join(folder, file), 'utf8') });
      }
    }
  };
  collect('');
  return tests.sort((a, b) => a.file.localeCompare(b.file));
}
