import type { SelectOption } from '@portal/shared/ui';

// Browsers still list some places by the names they had when the list was frozen.
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

/** All time zones by their present names, UTC, which browsers leave out, first; and the account's own. */
export function timeZoneOptions(current: string): SelectOption[] {
  const listed = Intl.supportedValuesOf('timeZone').map((zone) => presentNames[zone] ?? zone);
  const zones = [...new Set([...listed, current])].filter((zone) => zone !== 'UTC').toSorted();
  return ['UTC', ...zones].map((value) => ({ value, title: value.replaceAll('_', ' ') }));
}

/** The time of day in a zone with its distance from UTC; null for a zone that this browser does not know. */
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
