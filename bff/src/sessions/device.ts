import type { OpenSession } from '@portal/contract/access';
import Bowser from 'bowser';

type Device = Pick<OpenSession, 'browser' | 'system' | 'device'>;

/** Describes a device for its owner: `Firefox 148`, `Windows`, desktop. Unknown members are null. */
export function describeDevice(userAgent: string | null | undefined): Device {
  // The parser accepts no empty text.
  if (!userAgent) return { browser: null, system: null, device: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const [major = ''] = (browser.version ?? '').split('.');
  return {
    browser: isOneOf(Bowser.BROWSER_MAP, browser.name) ? `${browser.name} ${major.slice(0, 6)}`.trim() : null,
    system: isOneOf(Bowser.OS_MAP, os.name) ? os.name : null,
    device: kindOf(platform.type),
  };
}

/** The parser returns unknown names unchanged; a caller's own words must not reach a mail. */
function isOneOf(names: Record<string, string>, name: string | undefined): name is string {
  return name !== undefined && Object.values(names).includes(name);
}

function kindOf(type: string | undefined): Device['device'] {
  if (type === 'mobile') return 'phone';
  return type === 'desktop' || type === 'tablet' ? type : 'unknown';
}
