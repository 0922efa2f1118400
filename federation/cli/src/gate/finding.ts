/** What the gate holds against a set of releases. */
export interface Finding {
  check: 'contract' | 'shared' | 'collision' | 'budget' | 'files';
  /** `voicing@0.1.0-ab12cd34`, or the ids of those that do not fit together. */
  release: string;
  message: string;
}

/** One line for each finding. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings.map(({ check, release, message }) => `  ${check}: ${release}: ${message}`).join('\n');
}
