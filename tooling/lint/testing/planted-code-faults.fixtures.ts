import { oneFile, type PlantedFault, page, sheet, usesSheet } from './planted-fault.ts';

function misnamed(fault: string, wrong: string, right: string, message: RegExp): PlantedFault {
  return {
    rule: 'file-names',
    fault,
    faulty: { [wrong]: '' },
    clean: { [right]: '' },
    at: `${wrong}:1`,
    message,
  };
}

const inRole = (file: string, wrong: string, right: string): PlantedFault =>
  oneFile(['file-roles', `${file} leaves its role`], file, {
    wrong: ['', wrong],
    right: ['', right],
    line: 2,
    message: /imports \S+, but/,
  });

const roles = [
  inRole(
    page,
    "import { useQuery } from '@portal/shared/api';",
    "import { keepPreviousData } from '@portal/shared/api';",
  ),
  inRole(
    'bff/src/news.repository.ts',
    "import fastify from 'fastify';",
    "import type { FastifyRequest } from 'fastify';",
  ),
];

const names = [
  misnamed(
    'a file is not kebab-case',
    'host/src/PortalLayout.tsx',
    'host/src/portal-layout.tsx',
    /not kebab-case/,
  ),
  misnamed(
    'a folder is not kebab-case',
    'host/src/my_menu/menu.tsx',
    'host/src/my-menu/menu.tsx',
    /not kebab-case/,
  ),
  misnamed('a file is named utils', 'bff/src/utils.ts', 'bff/src/money.ts', /too general/),
  misnamed('a folder is named helpers', 'bff/src/helpers/money.ts', 'bff/src/money/money.ts', /too general/),
];

const lengths = [
  oneFile(['file-length', 'a file is too long'], 'bff/src/app.ts', {
    wrong: Array.from({ length: 301 }, () => '//'),
    right: Array.from({ length: 200 }, () => '//'),
    line: 301,
    message: /301 lines, at most 300/,
  }),
  oneFile(['file-length', 'a test is too long'], 'bff/src/app.test.ts', {
    wrong: Array.from({ length: 401 }, () => '//'),
    right: Array.from({ length: 400 }, () => '//'),
    line: 401,
    message: /401 lines, at most 400/,
  }),
  oneFile(['file-length', 'a file is longer than it should be'], 'bff/src/app.ts', {
    wrong: Array.from({ length: 201 }, () => '//'),
    right: ['//'],
    line: 201,
    message: /aim at 200/,
  }),
];

const reasons = [
  [
    'an expected error has no reason',
    '// @ts-expect-error',
    '// @ts-expect-error the types lag behind',
    /needs a written/,
  ],
  [
    'an ignored Biome rule has no reason',
    '// biome-ignore lint/a/b: ok',
    '// biome-ignore lint/a/b: it is proven above',
    /needs a/,
  ],
  [
    'an ignored rule of ours is in order',
    '// lint-ignore suppressions: the line below is fine',
    '// a line',
    /ignores nothing/,
  ],
  ['a whole file goes unchecked', '// @ts-nocheck', '// a line', /unchecked/],
  ['an error is ignored', '// @ts-ignore it is fine that way', '// a line', /hides other errors/],
  ['coverage skips code', '/* istanbul ignore next */', '/* a line */', /coverage/],
] as const;

const others = [
  oneFile(['money-arithmetic', 'an amount becomes a number'], 'remote-news/src/a.ts', {
    wrong: ['export const a = 1;', 'export const b = Number(payment.amount) + 1;'],
    right: ['export const a = 1;', 'export const b = Number(payment.duration_seconds) + 1;'],
    line: 2,
    message: /decimal string/,
  }),
  oneFile(['docstrings', 'a public function has no docstring'], 'federation/cli/src/publish.ts', {
    wrong: [
      '/** Explained. */',
      'export function a() {}',
      '',
      '// Not a docstring.',
      'export async function b() {}',
    ],
    right: [
      '/** Explained. */',
      'export function a() {}',
      '',
      '/** Explained too. */',
      'export async function b() {}',
    ],
    line: 5,
    message: /"b" has no docstring/,
  }),
  oneFile(['document-links', 'a link has no target'], 'docs/guide.md', {
    wrong: ['# Guide', 'See [the page](../docs/gide.md#top).'],
    right: [
      '# Guide',
      'See [the page](../docs/guide.md#top), [a site](https://a.example) and [the folder](./).',
    ],
    line: 2,
    message: /does not exist/,
  }),
  {
    rule: 'named-tests',
    fault: 'a table names a test that was renamed',
    faulty: {
      'docs/asvs.csv': ['id,evidence', '"1.2.3","S01; bff/src/a.test.ts#reads, and writes"'],
      'bff/src/a.test.ts': ["test('reads and writes', () => undefined);"],
    },
    clean: {
      'docs/asvs.csv': [
        'id,evidence',
        '"1.2.3","S01; bff/src/a.test.ts#reads, and writes"',
        '1.2.4,bff/src/a.test.ts',
      ],
      'bff/src/a.test.ts': ["test('reads, and writes', () => undefined);"],
    },
    at: 'docs/asvs.csv:2',
    message: /there is no test "bff\/src\/a\.test\.ts#reads, and writes"/,
  },
  oneFile(['dependency-versions', 'a package states a version'], 'host/package.json', {
    wrong: ['{ "dependencies": {', '"react": "19.3.1" } }'],
    right: ['{ "dependencies": {', '"react": "catalog:", "@portal/shared": "workspace:*" } }'],
    line: 2,
    message: /pnpm-workspace.yaml/,
  }),
  oneFile(['dependency-versions', 'the catalog has a range'], 'pnpm-workspace.yaml', {
    wrong: [
      'packages:',
      '  - host',
      'catalog:',
      '  a: 1.0.0',
      "  '@b/c': ^2.0.0",
      '',
      'overrides:',
      '  d: ^3',
    ],
    right: [
      'packages:',
      '  - host',
      'catalog:',
      '  a: 1.0.0',
      "  '@b/c': 2.0.0",
      '',
      'overrides:',
      '  d: ^3',
    ],
    line: 5,
    message: /exact/,
  }),
  oneFile(['registry-hosts', 'a file names a registry'], 'docs/install.md', {
    wrong: ['# Install', `From https://${'registry'}.example.com/react.`],
    right: ['# Install', 'From the registry that the machine is set to.'],
    line: 2,
    message: /names a package registry/,
  }),
  {
    rule: 'class-names',
    fault: 'a component names a class that its sheet lacks',
    faulty: {
      ...usesSheet,
      [sheet]: ['.row {', '}'],
      'host/src/a.ts': "import s from './a.module.css';\nexport const n = [s.b, s.c];",
      'host/src/a.module.css': '.b {}',
    },
    clean: { ...usesSheet, [sheet]: ['.row {', '}'] },
    at: 'host/src/a.ts:2',
    message: /no class "c"/,
  },
  {
    rule: 'class-names',
    fault: 'a sheet has a class that no component names',
    faulty: { ...usesSheet, [sheet]: ['.row {', '}', '.gone {', '}'] },
    clean: { ...usesSheet, [sheet]: ['.row {', '}'] },
    at: `${sheet}:3`,
    message: /no component uses ".gone"/,
  },
];

const browserReading = (read: string) => ({
  'portal.json': JSON.stringify({ endpoints: { type: 'Endpoint', server_members: ['errors'] } }),
  'host/src/a.ts': ["import { login } from '@portal/contract/login';", read],
});
const readsEndpoint = (fault: string, read: string): PlantedFault => ({
  rule: 'endpoint-members',
  fault,
  faulty: browserReading(read),
  clean: browserReading('export const { path } = login;'),
  at: 'host/src/a.ts:2',
  message: /"errors" of an endpoint/,
});

const endpointReads = [
  readsEndpoint('browser code reads a member that bundles lack', 'export const codes = login.errors;'),
  readsEndpoint('browser code reads such a member by its text', "export const codes = login['errors'];"),
  readsEndpoint('browser code takes such a member out', 'export const { errors } = login;'),
];

const refusedTerm = (fault: string, file: string, wrong: string, right: string): PlantedFault =>
  oneFile(['terms', fault], file, { wrong: ['', wrong], right: ['', right], line: 2, message: /: write "/ });

const terms = [
  refusedTerm('a comment has a refused term', 'bff/src/a.ts', '// Told once.', '// Notified once.'),
  refusedTerm('a name has a refused term', 'bff/src/a.ts', 'const secondStep = 1;', 'const twoFactor = 1;'),
  refusedTerm('a test name has a refused term', 'bff/src/a.test.ts', "test('it is mended');", "test('é');"),
  refusedTerm('a table of tests has one', 'bff/src/a.test.ts', "test.each([])('anew')", "a('anew', /desk/);"),
  refusedTerm('a message of a tool has one', 'tooling/a.ts', "fail('desk');", "fail('local');"),
  refusedTerm('a document has a refused term', 'docs/a.md', 'Leave at once.', 'Leave for good reasons.'),
  {
    rule: 'terms',
    fault: 'a file name has a refused term',
    faulty: { 'bff/src/log-in.ts': '' },
    clean: { 'bff/src/login.ts': '' },
    at: 'bff/src/log-in.ts:1',
    message: /: write "/,
  },
];

/** Faults of code and of the files it stands in. */
export const codeFaults: PlantedFault[] = [
  ...roles,
  ...names,
  ...lengths,
  ...reasons.map(([fault, wrong, right, message]) =>
    oneFile(['suppressions', fault], 'bff/src/app.ts', {
      wrong: ['export const a = 1;', wrong],
      right: ['export const a = 1;', right],
      line: 2,
      message,
    }),
  ),
  ...others,
  ...endpointReads,
  ...terms,
];
