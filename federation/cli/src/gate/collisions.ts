import { type Area, pagePath } from '@portal/federation-contract/area';
import { isServerPath, type PortalFacts, reservedIds } from '@portal/federation-contract/portal-facts';
import type { ChosenRelease } from '@portal/federation-contract/release-lookup';
import type { Finding } from './check-release.ts';

/** A name that one unit claims for itself; the same claim of another is a collision. */
interface Claim {
  owner: string;
  kind: string;
  value: string;
}

/**
 * Routes, aliases, base paths, namespaces, names of globals and roles of actions that several areas claim or that belong
 * to the host; missing titles; and ids that an area uses twice. Ids of pages, sidebars and plates and keys of titles are
 * looked up within their area, so they collide only with one another.
 */
export function checkCollisions(
  areas: readonly ChosenRelease[],
  hostNamespaces: readonly string[],
  facts: PortalFacts,
): Finding[] {
  const own = hostNamespaces.map((value): Claim => ({ owner: 'host', kind: 'namespace', value }));
  const reserved = ['/', ...facts.host_pages].map(
    (value): Claim => ({ owner: 'host', kind: 'route', value }),
  );
  const claims = [...own, ...reserved, ...areas.flatMap(claimsOf)];
  return [
    ...collisionsOf(claims),
    ...areas.flatMap(({ area }) => [
      ...reservedNames(area, facts),
      ...missingTitles(area, facts),
      ...repeatedIds(area),
    ]),
  ];
}

function claimsOf({ area, release }: ChosenRelease): Claim[] {
  const claim = (kind: string, values: readonly string[]) =>
    [...new Set(values)].map((value): Claim => ({ owner: area.id, kind, value }));
  return [
    ...claim('id', [area.id]),
    ...claim('base path', [area.base_path]),
    ...claim('route', routesOf(area)),
    ...claim('namespace', area.namespaces),
    ...claim('name of globals', [release.unique_name]),
    ...claim(
      'action',
      area.actions.map(({ role }) => role),
    ),
  ];
}

function routesOf(area: Area): string[] {
  return area.pages.flatMap((page) => [pagePath(area, page), ...page.aliases]);
}

function collisionsOf(claims: readonly Claim[]): Finding[] {
  const groups = Map.groupBy(claims, ({ kind, value }) => `${kind} ${value}`);
  return [...groups].flatMap(([what, group]): Finding[] => {
    if (group.length < 2) return [];
    const owners = [...new Set(group.map(({ owner }) => owner))];
    return [{ check: 'collision', release: owners.join(', '), message: `several areas claim the ${what}` }];
  });
}

/** Ids and routes that belong to the portal. */
function reservedNames(area: Area, facts: PortalFacts): Finding[] {
  const finding = (message: string): Finding => ({ check: 'collision', release: area.id, message });
  const routes = routesOf(area).filter((route) => isServerPath(route, facts));
  return [
    ...(reservedIds(facts).includes(area.id) ? [finding(`the id ${area.id} belongs to the portal`)] : []),
    ...routes.map((route) => finding(`${route} is a path of the server`)),
  ];
}

function missingTitles({ id, titles }: Area, { languages }: PortalFacts): Finding[] {
  return Object.entries(titles).flatMap(([key, texts]) => {
    const missing = languages.filter((language) => texts[language] === undefined);
    return missing.map((language): Finding => {
      return { check: 'contract', release: id, message: `title ${key} is missing in ${language}` };
    });
  });
}

function repeatedIds(area: Area): Finding[] {
  return (['pages', 'sidebars', 'plates'] as const).flatMap((kind) => {
    const ids = area[kind].map(({ id }) => id);
    const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) < index));
    return [...repeated].map((id): Finding => {
      return { check: 'collision', release: area.id, message: `has two ${kind} named ${id}` };
    });
  });
}
