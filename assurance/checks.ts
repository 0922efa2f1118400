/** A check that `npm run bar` runs. */
interface Check {
  name: string;
  /** Short name, which `npm run bar` accepts too. */
  id: string;
  /** What the check does and what it expects, in one sentence. */
  about: string;
  /** Loads the check's program, which starts immediately and sets the exit code. */
  run: () => Promise<unknown>;
}

/** Every check: S for security, R for recovery. */
const checks: readonly Check[] = [
  {
    name: 'tampered-files',
    id: 'S02',
    about: 'Changes or adds a byte in every kind of file of the host and the areas; no tampered file runs.',
    run: () => import('./releases/tampered-files.ts'),
  },
  {
    name: 'composition-mutations',
    id: 'S03',
    about: 'Serves twelve forged compositions to the server and the browser; both keep the last good one.',
    run: () => import('./releases/composition-mutations.ts'),
  },
  {
    name: 'override-injection',
    id: 'S04',
    about: 'Tries to load foreign code through storage, cookies and addresses; production ignores all of it.',
    run: () => import('./releases/override-injection.ts'),
  },
  {
    name: 'content-security-policy',
    id: 'S05',
    about: 'Evaluates the policy of every page, uses every page under it and enters texts that try to run.',
    run: () => import('./pages/content-security-policy.ts'),
  },
  {
    name: 'security-headers',
    id: 'S06',
    about: 'Reads the security headers of every class of route in production, error responses included.',
    run: () => import('./pages/security-headers.ts'),
  },
  {
    name: 'account-enumeration',
    id: 'S07',
    about: 'Compares time and bytes of responses for known and unknown addresses; they do not differ.',
    run: () => import('./accounts/account-enumeration.ts'),
  },
  {
    name: 'password-guessing',
    id: 'S08',
    about: 'Guesses passwords from one and many addresses; the limits hold and the owner still gets in.',
    run: () => import('./accounts/password-guessing.ts'),
  },
  {
    name: 'session-theft',
    id: 'S09',
    about: 'Follows a session through fifteen steps; a stolen or expired cookie opens nothing.',
    run: () => import('./accounts/session-theft.ts'),
  },
  {
    name: 'cross-site-requests',
    id: 'S10',
    about:
      'Sends every changing request as another site could, directly and from a browser; nothing changes.',
    run: () => import('./requests/cross-site-requests.ts'),
  },
  {
    name: 'foreign-ids',
    id: 'S11',
    about:
      "Uses another customer's ids and server-only fields everywhere, with and without row-level security.",
    run: () => import('./data-access/foreign-ids.ts'),
  },
  {
    name: 'regular-expressions',
    id: 'S15',
    about: 'Checks every regular expression and parses 50 KB of text with every request schema; none stalls.',
    run: () => import('./requests/regular-expressions.ts'),
  },
  {
    name: 'shared-caches',
    id: 'S16',
    about: "Tries to make a shared cache store one customer's data or serve a forged response.",
    run: () => import('./pages/shared-caches.ts'),
  },
  {
    name: 'browser-storage',
    id: 'S17',
    about: 'Searches everything a browser stores, during use, after logout and behind the Back button.',
    run: () => import('./pages/browser-storage.ts'),
  },
  {
    name: 'deployments-under-clicks',
    id: 'R06',
    about: 'Clicks in twenty tabs during twenty deployments and twenty rollbacks; no tab shows a failure.',
    run: () => import('./recovery/deployments-under-clicks.ts'),
  },
  {
    name: 'rollback-and-kills',
    id: 'R07',
    about: 'Measures how fast a rollback reaches pages, and kills the release tool at every step.',
    run: () => import('./recovery/rollback-and-kills.ts'),
  },
  {
    name: 'version-skew',
    id: 'R08',
    about:
      'Runs four versions of the host with four versions of the areas; every screen works in all sixteen.',
    run: () => import('./recovery/version-skew.ts'),
  },
];

/** Finds a check by its name or its id, in any case of letters. */
export function findCheck(text: string): Check | undefined {
  const wanted = text.toLowerCase();
  return checks.find(({ name, id }) => name === wanted || id.toLowerCase() === wanted);
}

/** Name, id and sentence of every check, one line each. */
export function listChecks(): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks.map(({ name, id, about }) => `${name.padEnd(width)}  ${id}  ${about}`).join('\n');
}
