import type { SelectOption } from '@portal/shared/ui';

// Browsers still list some zones by the names they had when the list was frozen.
const presentNames: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** All time zones by their present names, and the account's own. UTC, which browsers omit, comes first. */
export function timeZoneOptions(current: string): SelectOption[] {
  const listed = Intl.supportedValuesOf('timeZone').map((zone) => presentNames[zone] ?? zone);
  const zones = [...new Set([...listed, current])].filter((zone) => zone !== 'UTC').toSorted();
  return ['UTC', ...zones].map(optionOf);
}

const options = new Map<string, SelectOption>();

/** Cached: there are over four hundred zones, and the offset of each needs its own formatter. */
function optionOf(zone: string): SelectOption {
  const known = options.get(zone) ?? { value: zone, title: zone.replaceAll('_', ' '), ...offsetOf(zone) };
  options.set(zone, known);
  return known;
}

/** The present offset from UTC, `UTC+05:30`, and other words that find the zone. */
function offsetOf(zone: string): Pick<SelectOption, 'description' | 'keywords'> {
  const former = Object.entries(presentNames).flatMap(([name, present]) => (present === zone ? [name] : []));
  const sign = offset(zone);
  if (zone === 'UTC' || sign === null) return { keywords: 'GMT' };
  const brief = sign.replace(/([+-])0?(\d+):(\d\d)/, (_all, way, hours, minutes) =>
    minutes === '00' ? `${way}${hours}` : `${way}${hours}:${minutes}`,
  );
  return { description: `UTC${sign}`, keywords: [`UTC${brief} GMT${brief} GMT${sign}`, ...former].join(' ') };
}

/** `+05:30`; null for a zone that this browser does not know. */
function offset(timeZone: string): string | null {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts();
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name.replace('GMT', '') || '+00:00';
  } catch {
    return null;
  }
}

/** The time of day in a zone with its offset from UTC; null for a zone that this browser does not know. */
export function timeIn(timeZone: string, locale: string): string | null {
  try {
    return new Intl.DateTimeFormat(locale, {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    }).format(new Date());
  } catch {
    return null;
  }
}
