/** Shows something, as every area does. */
export const honestScript = "document.querySelector('#page').append('shown');";

interface HostileRelease {
  /** What the entry does besides showing something. */
  script: string;
  /** Matches the finding, `check: release: message`; null when the release is accepted. */
  reason: RegExp | null;
}

function overlay(style: string): string {
  return `document.body.append(Object.assign(document.createElement('div'), {
    style: 'position: fixed; z-index: 9; ${style}' }));`;
}

/** Releases that do one thing which the static gate cannot see, by the area's id. */
export const hostileReleases: Record<string, HostileRelease> = {
  throws: {
    script: "throw new Error('no such list')",
    reason: /^error: .*not caught: Error: no such list/,
  },
  rejects: {
    script: "Promise.reject(new Error('no such promise'))",
    reason: /^error: .*a promise was rejected and nothing handled it: Error: no such promise/,
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
  leaks: { script: 'globalThis.leaked = 1', reason: /^globals: .*adds globals: leaked/ },
  dots: {
    script: overlay('left: 300px; top: 12px; width: 1px; height: 1px; background: black'),
    reason: /^shell: .*changes 1 pixels of the shell's header at a width of 1280 px/,
  },
  covers: {
    script: overlay('inset: 0'),
    reason: /^shell: .*covers 1 links or buttons of the shell's header .* at a width of 1280 px/,
  },
  empties: {
    script: "document.querySelector('#page').replaceChildren()",
    reason: /^blank: .*its page is blank at a width of 1280 px/,
  },
  hides: {
    script: `const sheet = new CSSStyleSheet();
      sheet.replaceSync('footer { opacity: 0 }');
      document.adoptedStyleSheets.push(sheet);`,
    reason: /^shell: .*hides the shell's footer at a width of 1280 px/,
  },
  pushes: {
    script: "document.body.style.paddingTop = '20px'",
    reason: /^shell: .*moves the shell's header from 8,8 .* to 8,28 .* at a width of 1280 px/,
  },
  /** As React does when it describes an error. */
  restores: { script: 'Error.prepareStackTrace = undefined', reason: null },
  unauthorized: {
    script: "fetch('/v1/list').then(({ ok }) => { if (!ok) throw new Error('401') })",
    reason: null,
  },
};
