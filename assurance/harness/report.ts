/** One case of a check: what was tried, and what was wrong with the result. */
export interface CheckCase {
  name: string;
  problems: string[];
}

/** Prints every case, the figure and the target; the process exits with 1 when a case fails. */
export function reportCases(check: string, cases: readonly CheckCase[], notes: readonly string[] = []): void {
  for (const { name, problems } of cases)
    console.log(problems.length === 0 ? `ok    ${name}` : `FAIL  ${name}: ${problems.join('; ')}`);
  for (const note of notes) console.log(`      ${note}`);
  const passed = cases.filter(({ problems }) => problems.length === 0).length;
  console.log(`${check}: ${passed} of ${cases.length} cases pass; target ${cases.length} of ${cases.length}`);
  process.exitCode = cases.length > 0 && passed === cases.length ? 0 : 1;
}

type Work = (problems: string[]) => Promise<unknown>;

/** The problems that `work` adds to the list; an error is a problem too. */
export async function problemsIn(work: Work): Promise<string[]> {
  const problems: string[] = [];
  await work(problems).catch((error: unknown) => problems.push(lineOf(error)));
  return problems;
}

/** A case whose problems `work` adds to the list. */
export async function tryCase(name: string, work: Work): Promise<CheckCase> {
  return { name, problems: await problemsIn(work) };
}

/** The message of an error in one line. */
export function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').filter(Boolean).slice(0, 2).join(' ');
}
