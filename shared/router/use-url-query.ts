import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import type { Schema, SchemaOutput } from '../api/standard-schema.ts';
import { mergeQuery, parseQuery, type QueryPatch } from './url-query.ts';

/**
 * Writes parameters. Empty values and defaults leave the address; a patch without `offset` goes back to the first
 * page. Adds a step to the history unless `replace` is set, as while typing.
 */
export type SetUrlQuery<Q> = (patch: QueryPatch<Q>, options?: { replace?: boolean }) => void;

/**
 * The page's state in the address, parsed by a schema whose fields are optional or have defaults. A parameter that
 * the schema refuses counts as absent; parameters it does not know stay in the address untouched.
 */
export function useUrlQuery<S extends Schema>(schema: S): [SchemaOutput<S>, SetUrlQuery<SchemaOutput<S>>] {
  const { search, pathname, hash } = useLocation();
  const navigate = useNavigate();
  // A change beside another whose navigation is still under way replaces that navigation, so it contains both.
  const { location: coming } = useNavigation();
  const latest = coming?.pathname === pathname ? coming.search : search;
  const query = useMemo(() => parseQuery(schema, new URLSearchParams(search)), [schema, search]);
  const setQuery = useCallback<SetUrlQuery<SchemaOutput<S>>>(
    (patch, { replace = false } = {}) => {
      const parameters = new URLSearchParams(latest);
      const next = mergeQuery(schema, parameters, patch).toString();
      // The second click of two changes nothing.
      if (next !== parameters.toString()) void navigate({ pathname, search: next, hash }, { replace });
    },
    [schema, latest, pathname, hash, navigate],
  );
  return [query, setQuery];
}
