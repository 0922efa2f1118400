import { randomBytes } from 'node:crypto';
import { type Alterations, runInRender } from '@portal/testbed/releases/altered-release';

type Release = Omit<Alterations, 'suffix'>;

/** A behaviour that the gate refuses. */
export interface RefusedBehaviour {
  name: string;
  release: Release;
  /** What the gate says about the release. */
  refusal: RegExp;
}

/** A behaviour of released code, which the page has to withstand and report. */
export interface ReportedBehaviour {
  name: string;
  /** Strict code that runs when the chunk of the area's page is loaded. */
  code: string;
  /** The stage of the failure, or the kind of the incident, that the page reports for the area. */
  reported: string;
}

const unchanged = (content: string) => content;
const withStyles = (styles: string): Release => ({
  alter: (content, name) => (/^page-payments\..*\.css$/.test(name) ? content + styles : content),
});

export const refusedBehaviours: readonly RefusedBehaviour[] = [
  {
    name: 'a sheet hides everything',
    release: withStyles('*{display:none}'),
    refusal: /page-payments\S*\.css has a selector that matches elements beyond the area/,
  },
  {
    name: 'a sheet has a layer of its own',
    release: withStyles('@layer finances-first{nav a{display:none}}'),
    refusal: /page-payments\S*\.css has a selector that matches elements beyond the area/,
  },
  {
    name: 'a sheet fixes an element over the shell',
    release: withStyles('.finances__cover{position:fixed;inset:0;z-index:2147483647}'),
    refusal: /page-payments\S*\.css has position: fixed/,
  },
  {
    name: 'a chunk that is loaded on demand has 20 MB',
    release: {
      alter: unchanged,
      add: { 'later.0123abcd.js': `/*${randomBytes(10_000_000).toString('hex')}*/` },
    },
    refusal: /largest file \(later\.0123abcd\.js\), uncompressed is 20000004 bytes; the limit is/,
  },
  {
    name: 'texts are missing in a language',
    release: { alter: unchanged, omit: (name) => name === 'locales/et/financesPayments.json' },
    refusal: /locales\/et\/financesPayments\.json is missing/,
  },
];

/** Code that waits until the area's page is shown. */
const onceShown = (code: string) => `
  const timer = setInterval(() => {
    if (document.querySelector('#root main h1') === null) return;
    clearInterval(timer);
    ${code}
  }, 100);`;

export const reportedBehaviours: readonly ReportedBehaviour[] = [
  { name: 'throws when it is loaded', code: "throw new Error('hostile')", reported: 'chunk' },
  { name: 'throws when it is rendered', code: 'globalThis.throwsInRender = true', reported: 'render' },
  { name: 'reloads its page forever', code: 'location.reload()', reported: 'start' },
  { name: 'replaces fetch', code: 'fetch = () => Promise.reject()', reported: 'chunk' },
  { name: 'replaces history.pushState', code: 'history.pushState = () => {}', reported: 'chunk' },
  { name: 'replaces Promise.prototype.then', code: 'Promise.prototype.then = () => {}', reported: 'chunk' },
  { name: "deletes the shell's own function", code: 'delete globalThis.portalSecure', reported: 'chunk' },
  { name: "renames the shell's own function", code: 'portalAttempt = undefined', reported: 'chunk' },
  { name: 'replaces Array.prototype.map', code: 'Array.prototype.map = () => []', reported: 'altered' },
  { name: 'pollutes Object.prototype', code: 'Object.prototype.isAdmin = true', reported: 'altered' },
  { name: 'throws later, in a timer', code: onceShown("throw new Error('hostile')"), reported: 'error' },
  {
    name: 'leaves a rejection unhandled',
    code: onceShown("Promise.reject(new Error('hostile'))"),
    reported: 'rejection',
  },
  {
    name: 'blocks the page for two seconds',
    code: 'const end = Date.now() + 2000; while (Date.now() < end);',
    reported: 'long-task',
  },
  {
    name: 'fills the memory',
    code: onceShown(
      'globalThis.kept = []; setInterval(() => kept.length < 40 && kept.push(new Array(1e6).fill(0.5)), 500)',
    ),
    reported: 'memory',
  },
  {
    name: 'adds an inline style sheet',
    code: onceShown(
      "document.head.append(Object.assign(document.createElement('style'), { textContent: '*{}' }))",
    ),
    reported: 'policy',
  },
  {
    name: 'sends data to a foreign origin',
    code: onceShown("fetch('https://example.com/').catch(() => {})"),
    reported: 'policy',
  },
  {
    name: 'registers a service worker',
    code: onceShown("navigator.serviceWorker.register('/worker.js')"),
    reported: 'rejection',
  },
  {
    name: "removes the shell's bar",
    code: onceShown("document.querySelector('header').remove()"),
    reported: 'error',
  },
  {
    name: 'replaces String.prototype.startsWith later',
    code: onceShown('String.prototype.startsWith = () => false'),
    reported: 'altered',
  },
  {
    name: 'empties the body through the prototype',
    code: onceShown('Element.prototype.replaceChildren.call(document.body)'),
    reported: 'altered',
  },
  {
    name: "hides the shell's bar and navigation",
    code: onceShown(
      "for (const part of document.querySelectorAll('header, aside')) part.style.display = 'none'",
    ),
    reported: 'altered',
  },
  {
    name: 'covers the shell with an element outside its place',
    code: onceShown(`
      const cover = document.createElement('div');
      cover.className = 'finances__cover';
      Object.assign(cover.style, { position: 'fixed', inset: 0, zIndex: 2147483647, background: 'red' });
      document.body.append(cover);`),
    reported: 'altered',
  },
];

/** A release whose page runs the code of the behaviour that the address names. */
export const behavingRelease: Release = {
  alter(content, name) {
    if (!/^page-payments\..*\.js$/.test(name)) return content;
    const cases = reportedBehaviours.map(({ code }, index) => `${index}: () => { ${code} }`);
    const chosen = "new URLSearchParams(location.search).get('behaviour')";
    const rendering = runInRender(content, "if(globalThis.throwsInRender)throw new Error('hostile')");
    return `(function () { 'use strict'; ({ ${cases.join()} })[${chosen}]?.(); })();${rendering}`;
  },
};
