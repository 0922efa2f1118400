import { create } from 'zustand';

interface TimeZoneState {
  /** IANA name; null until the profile is known. */
  timeZone: string | null;
}

/** The time zone in which the portal shows moments; the browser's own until the profile says otherwise. */
export const useFormatTimeZone = create<TimeZoneState>()(() => ({ timeZone: null }));

/** Sets the zone of every date on the screen; null goes back to the browser's zone. A name nobody knows is ignored. */
export function setFormatTimeZone(timeZone: string | null): void {
  useFormatTimeZone.setState({ timeZone: timeZone !== null && isKnown(timeZone) ? timeZone : null });
}

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
