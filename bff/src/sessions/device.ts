import type { OpenSession } from '@portal/contract/security';
import Bowser from 'bowser';

type Device = Pick<OpenSession, 'browser' | 'system' | 'device'>;

/** What the customer may recognise a session by: `Firefox 148`, `Windows`, desktop. Null where it cannot be told. */
export function describeDevice(userAgent: string | null | undefined): Device {
  // A text that no browser sends is not worth parsing, and the parser takes no empty one.
  if (!userAgent) return { browser: null, system: null, device: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const [major = ''] = (browser.version ?? '').split('.');
  return {
    browser: isOneOf(Bowser.BROWSER_MAP, browser.name) ? `${browser.name} ${major.slice(0, 6)}`.trim() : null,
    system: isOneOf(Bowser.OS_MAP, os.name) ? os.name : null,
    device: kindOf(platform.type),
  };
}

/** The parser repeats what it does not know: a caller's own words, which must not reach a mail. */
function isOneOf(names: Record<string, string>, name: string | undefined): name is string {
  return name !== undefined && Object.values(names).includes(name);
}

function kindOf(type: string | undefined): Device['device'] {
  if (type === 'mobile') return 'phone';
  return type === 'desktop' || type === 'tablet' ? type : 'unknown';
}
