import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import type { ResourceLanguage } from 'i18next';

/** The texts a package's tests see in one language: its own namespaces and the host's, straight from the JSON files. */
export function readTexts(language: string): ResourceLanguage {
  const own = findUp(dirname(expect.getState().testPath ?? process.cwd()), 'package.json');
  // The packed package carries the host's texts at the same place.
  const host = join(__dirname, '../../host');
  return { ...readNamespaces(host, language), ...readNamespaces(own, language) };
}

function readNamespaces(folder: string, language: string): ResourceLanguage {
  const locale = join(folder, 'locales', language);
  if (!existsSync(locale)) return {};
  const files = readdirSync(locale).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(locale, file), 'utf8'))]),
  );
}

function findUp(from: string, file: string): string {
  if (existsSync(join(from, file))) return from;
  if (dirname(from) === from) throw new Error(`No folder above has ${file}`);
  return findUp(dirname(from), file);
}
