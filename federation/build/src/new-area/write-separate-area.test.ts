import { expect, test } from '@jest/globals';
import { separateAreaFiles } from './write-separate-area.ts';

const packages = ['contract', 'shared', 'federation-build', 'federation-cli', 'tooling'];
const tarballs = new Map(packages.map((name) => [`@portal/${name}`, `/elsewhere/portal-${name}-0.1.0.tgz`]));
const files = separateAreaFiles('call-recording', tarballs);
const textOf = (name: string) => files[name] ?? '';

test('writes every file that a repository of its own needs', () => {
  expect(
    Object.keys(files)
      .filter((name) => !name.startsWith('locales/'))
      .sort(),
  ).toEqual([
    '.github/workflows/release.yml',
    '.gitignore',
    'area.json',
    'jest.config.mjs',
    'package.json',
    'portal.json',
    'src/area.tsx',
    'src/features/main/main-page.test.tsx',
    'src/features/main/main-page.tsx',
    'tsconfig.json',
    'webpack.config.ts',
  ]);
  const { languages }: { languages: string[] } = JSON.parse(textOf('portal.json'));
  for (const language of languages) expect(files).toHaveProperty([`locales/${language}/callRecording.json`]);
});

test('names exact versions, and the tarballs of its own folder', () => {
  const { dependencies, devDependencies, overrides, scripts } = JSON.parse(textOf('package.json'));
  const versions = { ...dependencies, ...devDependencies, ...overrides };
  for (const [name, version] of Object.entries(versions))
    expect(`${name} ${version}`).toMatch(
      tarballs.has(name) ? / file:packages\/portal-[a-z-]+-0\.1\.0\.tgz$/ : / \d+\.\d+\.\d+\S*$/,
    );
  expect(Object.keys(overrides)).toEqual([...tarballs.keys()]);
  expect(scripts.publish).toBe('portal publish call-recording --from dist');
});

test("keeps keys out of the repository, and publishes with the team's key before the gate checks", () => {
  expect(textOf('.gitignore').split('\n')).toContain('*.pem');
  const pipeline = textOf('.github/workflows/release.yml');
  expect(pipeline).not.toMatch(/\bnews\b/);
  const commands = [...pipeline.matchAll(/run: (n.*)/g)].map(([, command]) => command);
  expect(commands.slice(-3)).toEqual([
    'npm run build',
    'npm run publish -- --key "$RUNNER_TEMP/team.pem"',
    'npx portal check call-recording@latest',
  ]);
});

test('publishes only what was pushed and has passed the tests', () => {
  const [, jobs = ''] = textOf('.github/workflows/release.yml').split(/^jobs:\n/m);
  const [, test = '', publish = ''] = jobs.split(/^ {2}(?=\w+:$)/m);
  expect(test).toMatch(/^test:\n/);
  expect(test).toContain('- run: npm test\n');
  expect(publish).toMatch(/^publish:\n/);
  expect(publish).toContain("if: github.event_name == 'push'\n");
  expect(publish).toContain('needs: test\n');
  expect(publish).toContain('environment: production\n');
});

test("gives the team's key to one step, in a file that only its user can read", () => {
  const pipeline = textOf('.github/workflows/release.yml');
  const steps = pipeline.split(/^(?= {6}- )/m);
  const withKey = steps.filter((step) => step.includes('secrets.TEAM_KEY'));
  expect(withKey).toEqual([expect.stringContaining("name: Write the team's key to a file")]);
  expect(withKey[0]).toMatch(/install -m 600 .*\n.*> "\$RUNNER_TEMP\/team\.pem"\n {8}env:\n {10}TEAM_KEY:/);
  expect(pipeline.match(/secrets\.TEAM_KEY/g)).toHaveLength(1);
});
