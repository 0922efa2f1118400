/** Shows something, as every area does. */
export const honestScript = "document.querySelector('main').append('shown');";

interface HostileRelease {
  /** What the entry does besides showing something. */
  script: string;
  /** Matches the finding, `check: release: message`; null when the release is accepted. */
  reason: RegExp | null;
}

/** Releases that do one thing which the static gate cannot see, by the area's id. */
export const hostileReleases: Record<string, HostileRelease> = {
  throws: {
    script: "throw new Error('no such list')",
    reason: /^error: .*not caught: Error: no such list/,
  },
  alters: {
    script: 'Array.prototype.at = () => 1',
    reason: /^globals: .*changes built-ins: Array\.prototype\.at/,
  },
  blocks: {
    script: 'for (const end = performance.now() + 900; performance.now() < end; );',
    reason: /^task: .*a task of \d+ ms blocks the page at start/,
  },
  untranslated: {
    script: "dispatchEvent(new CustomEvent('portal:missing-text', { detail: 'untranslated:title' }))",
    reason: /^texts: .*texts are missing in en: untranslated:title/,
  },
  pushes: {
    script: "document.body.style.paddingTop = '20px'",
    reason: /^shell: .*moves the shell's header from 8,8 .* to 8,28 .* at a width of 1280 px/,
  },
  unauthorized: {
    script: "fetch('/v1/list').then(({ ok }) => { if (!ok) throw new Error('401') })",
    reason: null,
  },
};
