import type { FirstRequest } from './first-requests.ts';

/** What a request may depend on besides the address. */
export interface RequestFacts {
  /** The page's own query string. */
  search: string;
  /** The id of the account's service of a type; undefined without one. */
  serviceOf: (type: string) => string | undefined;
  /** Today in the account's time zone, `YYYY-MM-DD`. */
  today: string;
}

/** The address of a first request, relative to the API; undefined when this page will not send it as it is declared. */
export function firstRequestAddress(
  { path, query = {}, address = [] }: FirstRequest,
  { search, serviceOf, today }: RequestFacts,
): string | undefined {
  const given = [...new URLSearchParams(search)].filter(([name]) => !isOfFrame(name));
  if (given.some(([name, value]) => value === '' || !address.includes(name))) return undefined;
  let isComplete = true;
  const filled = path.replace(/\{([a-z]+)\}/g, (_placeholder, type: string) => {
    const id = serviceOf(type);
    isComplete &&= id !== undefined;
    return encodeURIComponent(id ?? '');
  });
  const parameters = Object.entries(query).map(([name, value]) => [name, withDays(value, today)]);
  const merged = new URLSearchParams({ ...Object.fromEntries(parameters), ...Object.fromEntries(given) });
  return isComplete ? `${filled}${merged.size > 0 ? `?${merged}` : ''}` : undefined;
}

/** Parameters of the shell that no page reads. */
function isOfFrame(name: string): boolean {
  return name === 'language' || name === 'sidebar' || name.startsWith('sidebar.');
}

function withDays(value: string, today: string): string {
  return value.replace(/\{today(-\d+)?\}/g, (_placeholder, days = '0') => {
    const day = new Date(`${today}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() + Number(days));
    return day.toISOString().slice(0, 10);
  });
}
