import type { AreaRelease, HostRelease } from '@portal/federation-contract/composition';
import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import { inParallel, parseJson, type ReleaseStore } from '../store/release-store.ts';
import { type Finding, listed } from './check-release.ts';

/** Dotted key → text. */
type Texts = ReadonlyMap<string, string>;

interface CheckedTexts {
  release: AreaRelease | HostRelease;
  facts: Pick<PortalFacts, 'languages' | 'host_namespaces'>;
}

/**
 * The texts that a stored release lacks in a language of the portal: files, and keys or plural forms that the source
 * language has. A key that the source language lacks as well is found when the release runs.
 */
export async function missingTexts(
  store: ReleaseStore,
  name: ReleaseName,
  { release, facts: { languages, host_namespaces: ofHost } }: CheckedTexts,
): Promise<Finding[]> {
  const namespaces = 'area' in release ? release.area.namespaces : ofHost;
  const files = languages.flatMap((language) => namespaces.map((namespace) => fileOf(language, namespace)));
  const read = await inParallel(files, async (file) => [file, await readTexts(store, name, file)] as const);
  const texts = new Map(read);
  const finding = (check: Finding['check'], message: string, advice: string): Finding => {
    return { check, release: `${name.unit}@${name.version}`, message, advice };
  };
  const unreadable = files.flatMap((file) => {
    if (!Object.hasOwn(release.files, file))
      return finding(
        'files',
        `${file} is missing: its texts would be shown in another language`,
        "Add the texts to the area's locales, or remove the namespace from area.json.",
      );
    // A file that is listed and missing is reported with the other files.
    return texts.get(file) === null
      ? finding('texts', `${file} is no JSON object of texts`, 'Correct it.')
      : [];
  });
  const incomplete = languages.flatMap((language) => {
    const keys = namespaces.flatMap((namespace) => {
      const all = languages.flatMap((one) => texts.get(fileOf(one, namespace)) ?? []);
      const source = texts.get(fileOf(languages[0] ?? '', namespace));
      const own = texts.get(fileOf(language, namespace));
      if (!source || !own) return [];
      const wanted = wantedKeys(source, pluralsIn(all), language);
      return wanted.filter((key) => !own.get(key)?.trim()).map((key) => `${namespace}:${key}`);
    });
    if (keys.length === 0) return [];
    const message = `texts are missing in ${language}: ${listed(keys)}`;
    return finding('texts', message, `Add the keys to ${fileOf(language, '<namespace>')}.`);
  });
  return [...unreadable, ...incomplete];
}

function fileOf(language: string, namespace: string): string {
  return `locales/${language}/${namespace}.json`;
}

/** Null for a file of something else; undefined when there is none. */
async function readTexts(
  store: ReleaseStore,
  name: ReleaseName,
  file: string,
): Promise<Texts | null | undefined> {
  const stored = await store.read(releaseFolder(name) + file);
  if (stored === undefined) return undefined;
  const parsed = parseJson(v.record(v.string(), v.unknown()), stored.content.toString());
  return parsed.success ? new Map(flattened(parsed.output)) : null;
}

function flattened(value: unknown, key?: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[key ?? '', String(value ?? '')]];
  return Object.entries(value).flatMap(([name, item]) =>
    flattened(item, key === undefined ? name : `${key}.${name}`),
  );
}

const pluralKey = /^(.+)_(?:zero|one|two|few|many|other)$/;

/** The keys with plural forms: `calls` when a language has `calls_one` and `calls_other`. */
function pluralsIn(all: readonly Texts[]): Set<string> {
  return new Set(
    all.flatMap((texts) => {
      const bases = [...texts.keys()].flatMap((key) => pluralKey.exec(key)?.[1] ?? []);
      return bases.filter((base, index) => bases.indexOf(base) < index && texts.has(`${base}_other`));
    }),
  );
}

/** The keys of the source, with the plural forms of the language. */
function wantedKeys(source: Texts, plurals: ReadonlySet<string>, language: string): string[] {
  const keys = [...source.keys()].flatMap((key) => {
    const base = pluralKey.exec(key)?.[1];
    if (base === undefined || !plurals.has(base)) return [key];
    const type = base.endsWith('_ordinal') ? 'ordinal' : 'cardinal';
    const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
    return pluralCategories.map((category) => `${base}_${category}`);
  });
  return [...new Set(keys)];
}
