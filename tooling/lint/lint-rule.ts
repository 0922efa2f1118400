/** One file of the repository; `path` is relative to the root, with forward slashes. */
export interface SourceFile {
  path: string;
  text: string;
}

/** A fault that a rule reports. A warning is printed but does not fail the check. */
export interface Fault {
  file: string;
  line: number;
  message: string;
  isWarning?: true;
}

/** A rule that Biome cannot express. It reads file contents and uses neither disk nor network. */
export interface LintRule {
  name: string;
  check(files: SourceFile[]): Fault[];
}

/** The line number, from 1, of a position in a text. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** The line number of the first occurrence of `part`, or 1. */
export function lineOf(text: string, part: string): number {
  return lineAt(text, Math.max(0, text.indexOf(part)));
}

/** A fault at a position, or at the first occurrence of a text, in a file. */
export function faultAt({ path, text }: SourceFile, at: number | string, message: string): Fault {
  return { file: path, line: typeof at === 'number' ? lineAt(text, at) : lineOf(text, at), message };
}

/** `file:line message`, which editors and terminals turn into a link. */
export function describeFault(fault: Fault): string {
  return `${fault.file}:${fault.line} ${fault.isWarning ? 'warning: ' : ''}${fault.message}`;
}
