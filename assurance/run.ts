// npm run bar [-- <name or id>]: runs one check, or lists all of them.

interface Check {
  /** Short name, which `npm run bar` accepts too: S for security, R for recovery, P for performance, F for federation. */
  id: string;
  /** What the check does and what it expects, in one sentence. */
  about: string;
  /** Loads the check's program, which starts immediately and sets the exit code. */
  run: () => Promise<unknown>;
}

const checks: Record<string, Check> = {
  asvs: {
    id: 'S01',
    about: 'Compares docs/asvs.csv with the standard, and with the tests and pages that it names.',
    run: async () => (await import('./asvs/asvs.ts')).checkAsvs(Object.values(checks).map(({ id }) => id)),
  },
  'tampered-files': {
    id: 'S02',
    about: 'Changes or adds a byte in every kind of file of the host and the areas; no tampered file runs.',
    run: () => import('./releases/tampered-files.ts'),
  },
  'composition-mutations': {
    id: 'S03',
    about: 'Serves twelve forged compositions to the server and the browser; both keep the last good one.',
    run: () => import('./releases/composition-mutations.ts'),
  },
  'override-injection': {
    id: 'S04',
    about: 'Tries to load foreign code through storage, cookies and addresses; production ignores all of it.',
    run: () => import('./releases/override-injection.ts'),
  },
  'content-security-policy': {
    id: 'S05',
    about: 'Evaluates the policy of every page, uses every page under it and enters texts that try to run.',
    run: () => import('./pages/content-security-policy.ts'),
  },
  'security-headers': {
    id: 'S06',
    about: 'Reads the security headers of every class of route in production, error responses included.',
    run: () => import('./pages/security-headers.ts'),
  },
  'account-enumeration': {
    id: 'S07',
    about: 'Compares time and bytes of responses for known and unknown addresses; they do not differ.',
    run: () => import('./accounts/account-enumeration.ts'),
  },
  'password-guessing': {
    id: 'S08',
    about: 'Guesses passwords from one and many addresses; the limits hold and the owner still gets in.',
    run: () => import('./accounts/password-guessing.ts'),
  },
  'session-theft': {
    id: 'S09',
    about: 'Follows a session through fifteen steps; a stolen or expired cookie opens nothing.',
    run: () => import('./accounts/session-theft.ts'),
  },
  'cross-site-requests': {
    id: 'S10',
    about: 'Sends every changing request as another site could, also from a browser; nothing changes.',
    run: () => import('./requests/cross-site-requests.ts'),
  },
  'foreign-ids': {
    id: 'S11',
    about: "Uses another customer's ids and server-only fields, with and without row-level security.",
    run: () => import('./data-access/foreign-ids.ts'),
  },
  'request-fuzzing': {
    id: 'S12',
    about:
      'Sends 20,000 generated requests to all endpoints; none fails and every response is one of the contract.',
    run: () => import('./fuzzing/request-fuzzing.ts'),
  },
  injection: {
    id: 'S13',
    about:
      'Enters texts that act in statements, shells, templates, paths, headers and mails; none has an effect.',
    run: () => import('./fuzzing/injection.ts'),
  },
  'spreadsheet-injection': {
    id: 'S14',
    about:
      'Exports 10,000 texts that spreadsheets run or change, as CSV and XLSX; none is a formula, all are equal.',
    run: () => import('./spreadsheets/spreadsheet-injection.ts'),
  },
  'regular-expressions': {
    id: 'S15',
    about: 'Checks every regular expression and parses 50 KB of text with every request schema; none stalls.',
    run: () => import('./requests/regular-expressions.ts'),
  },
  'shared-caches': {
    id: 'S16',
    about: "Tries to make a shared cache store one customer's data or serve a forged response.",
    run: () => import('./pages/shared-caches.ts'),
  },
  'browser-storage': {
    id: 'S17',
    about: 'Searches everything a browser stores, during use, after logout and behind the Back button.',
    run: () => import('./pages/browser-storage.ts'),
  },
  'password-storage': {
    id: 'S18',
    about:
      'Reads the stored hashes, tries long and common passwords, and measures logins beside other requests.',
    run: () => import('./accounts/password-storage.ts'),
  },
  'audit-log': {
    id: 'S19',
    about:
      'Causes every security event and tampers with the log; one record each, no secret, no unnoticed change.',
    run: () => import('./accounts/audit-log.ts'),
  },
  'supply-chain': {
    id: 'S20',
    about: 'Compares dependencies with docs/dependencies.md, licences, hashes and the SBOM of every release.',
    run: () => import('./supply-chain/supply-chain.ts'),
  },
  'store-attacks': {
    id: 'S21',
    about: 'Tampers, plants and replays in the store without a key; no command signs anything foreign.',
    run: () => import('./releases/store-attacks.ts'),
  },
  'hostile-area': {
    id: 'S22',
    about: 'Lets an area misbehave in every known way; the portal works and the area is named.',
    run: () => import('./releases/hostile-area.ts'),
  },
  'money-under-kills': {
    id: 'R01',
    about: 'Kills the server, commands and the database while money moves; nothing is lost or doubled.',
    run: () => import('./money/money-under-kills.ts'),
  },
  idempotency: {
    id: 'R02',
    about: 'Repeats requests with their key in parallel, later and after a restart; each has one effect.',
    run: () => import('./money/idempotency.ts'),
  },
  'ledger-rules': {
    id: 'R03',
    about:
      "Attacks the ledger with the server's own login, posts at random and races for a balance; no cent is wrong.",
    run: () => import('./ledger/ledger-rules.ts'),
  },
  'crypto-webhooks': {
    id: 'R04',
    about: 'Delivers 10,000 events of a crypto provider in every wrong way; each transfer is credited once.',
    run: () => import('./money/crypto-webhooks.ts'),
  },
  'one-area-down': {
    id: 'R05',
    about: 'Lets each area fail in eight ways; the shell and the other areas work, and a retry repairs it.',
    run: () => import('./recovery/one-area-down.ts'),
  },
  'deployments-under-clicks': {
    id: 'R06',
    about: 'Clicks in twenty tabs during twenty deployments and twenty rollbacks; no tab shows a failure.',
    run: () => import('./recovery/deployments-under-clicks.ts'),
  },
  'rollback-and-kills': {
    id: 'R07',
    about: 'Measures how fast a rollback reaches pages, and kills the release tool at every step.',
    run: () => import('./recovery/rollback-and-kills.ts'),
  },
  'version-skew': {
    id: 'R08',
    about: 'Runs four versions of the host with four of the areas; every screen works in all sixteen.',
    run: () => import('./recovery/version-skew.ts'),
  },
  'database-faults': {
    id: 'R09',
    about: 'Restarts, stops and delays the database under load; no request hangs, and reads recover.',
    run: () => import('./outages/database-faults.ts'),
  },
  'disk-full': {
    id: 'R10',
    about: 'Fills the disk of the data and of the write-ahead log, then frees it; no payment is lost.',
    run: () => import('./outages/disk-full.ts'),
  },
  durability: {
    id: 'R11',
    about: 'Counts what is forced to the disk before payments are acknowledged; data has one server only.',
    run: () => import('./money/durability.ts'),
  },
  'aborted-requests': {
    id: 'R12',
    about: 'Aborts a tenth of all requests of every journey; each ends, and nothing is done twice.',
    run: () => import('./journeys/aborted-requests.ts'),
  },
  'backup-and-restore': {
    id: 'R14',
    about:
      'Restores a backup into an empty folder; rows, rights and policies are the same, damage is refused.',
    run: () => import('./recovery/backup-and-restore.ts'),
  },
  'noisy-neighbour': {
    id: 'R15',
    about: 'Sends every expensive request of one customer on fifty connections; others hardly notice.',
    run: () => import('./load/noisy-neighbour.ts'),
  },
  'invoice-documents': {
    id: 'P18',
    about:
      'Downloads invoices of 1 and of 1,000 lines on four connections; both are fast, and others hardly notice.',
    run: () => import('./load/invoice-documents.ts'),
  },
  'guard-verdicts': {
    id: 'R16',
    about: 'Shows honest, hanging, silent, slow and forged canaries to the guard; no verdict is wrong.',
    run: () => import('./releases/guard-verdicts.ts'),
  },
  'recovery-exercise': {
    id: 'R17',
    about:
      'Damages a running portal in twelve ways and follows the runbook; pages work again within two minutes.',
    run: () => import('./recovery/recovery-exercise.ts'),
  },
  'report-cells': {
    id: 'R18',
    about: 'Follows the cells of 2,000 random reports of calls and messages; each lists exactly its records.',
    run: () => import('./traffic/report-cells.ts'),
  },
  'traffic-sums': {
    id: 'R19',
    about:
      'Imports, changes, prices again and deletes random calls and messages 1,000 times each; the sums are those of the records.',
    run: () => import('./traffic/traffic-sums.ts'),
  },
  'separate-area': {
    id: 'F01',
    about: 'Follows the runbook of an area in its own repository; the portal shows the area in a browser.',
    run: () => import('./releases/separate-area.ts'),
  },
  'reproducible-builds': {
    id: 'F02',
    about: 'Builds the same sources in another folder, beside a new area; every file has the same bytes.',
    run: () => import('./releases/reproducible-builds.ts'),
  },
  'executing-gate': {
    id: 'F03',
    about: 'Lets the gate judge honest and bad releases; it refuses each bad one and names the cause.',
    run: () => import('./gate/executing-gate.ts'),
  },
  'hot-reload': {
    id: 'F04',
    about: 'Edits code, texts and a style sheet under npm run dev; the page shows an edit within a second.',
    run: () => import('./development/hot-reload.ts'),
  },
};

const [wanted = ''] = process.argv.slice(2);
const found = Object.entries(checks).find(([name, { id }]) =>
  [name, id.toLowerCase()].includes(wanted.toLowerCase()),
);

if (found !== undefined) {
  const [name, { id, about, run }] = found;
  console.log(`${name} (${id}): ${about}\n`);
  await run();
} else if (wanted === '') console.log(`npm run bar -- <name or id>\n\n${listChecks()}`);
else {
  console.error(`There is no check "${wanted}". The checks are:\n\n${listChecks()}`);
  process.exitCode = 1;
}

function listChecks(): string {
  const width = Math.max(...Object.keys(checks).map(({ length }) => length));
  return Object.entries(checks)
    .map(([name, { id, about }]) => `${name.padEnd(width)}  ${id}  ${about}`)
    .join('\n');
}
