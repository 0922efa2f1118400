import { runInRender } from '@portal/testbed/releases/altered-release';
import {
  type Alteration,
  hostStartingWith,
  largeChunk,
  onceShown,
  overlay,
  pageScript,
  startingWith,
  unchanged,
  withLargeChunk,
  withoutTitle,
  withSheet,
} from './alterations.ts';

/** The area whose releases are tried: it has one page, and nothing on the pages of the host. */
export const tried = 'profile';

/** A release that the gate has to judge. */
export interface Candidate {
  /** Completes "a release that …". */
  name: string;
  /** `host`, or the tried area. */
  unit: string;
  release: Alteration;
  /** What the gate says about it, in one line; undefined for an honest release. */
  refusal?: RegExp;
  /** A file for which release.json states 100 bytes, with a valid signature. */
  understated?: string;
}

/** Changes what its page looks like, and nothing else. */
export const honestArea: Candidate = {
  name: 'changes its title',
  unit: tried,
  release: {
    alter: unchanged,
    alterTexts: (content, name) =>
      name === 'locales/en/profile.json'
        ? JSON.stringify({ ...JSON.parse(content), title: 'Your profile' })
        : content,
  },
};

/** Changes the shell, which a host may do. */
export const honestHost: Candidate = {
  name: 'has a higher header',
  unit: 'host',
  release: {
    alter: (content, name) => (name.endsWith('.css') ? `${content}header{padding-block:12px}` : content),
  },
};

export const badCandidates: readonly Candidate[] = [
  {
    name: 'throws at start',
    unit: tried,
    release: startingWith("throw new Error('hostile start')"),
    refusal: /^ *error: .*\/profile: an error was thrown and not caught: Error: hostile start/,
  },
  {
    name: 'throws once its page is shown',
    unit: tried,
    release: onceShown("throw new Error('hostile timer')"),
    refusal: /^ *error: .*\/profile: an error was thrown and not caught: Error: hostile timer/,
  },
  {
    name: 'leaves a rejection unhandled',
    unit: tried,
    release: startingWith("Promise.reject(new Error('hostile promise'))"),
    refusal: /^ *error: .*\/profile: a promise was rejected and nothing handled it: Error: hostile promise/,
  },
  {
    name: 'blocks the page at start',
    unit: tried,
    release: startingWith('for (const end = performance.now() + 2500; performance.now() < end; );'),
    refusal: /^ *task: .*\/profile: a task of \d+ ms blocks the page at start/,
  },
  {
    name: 'loops endlessly',
    unit: tried,
    release: startingWith('for (;;);'),
    refusal: /^ *run: .*\/profile: the page did not respond within \d+ s$/,
  },
  {
    name: 'changes a global',
    unit: tried,
    release: startingWith('Array.prototype.at = () => undefined'),
    refusal: /^ *(?:globals|error): .*\/profile: .*Array\.prototype\.at/,
  },
  {
    name: 'changes a global that the page does not watch',
    unit: tried,
    release: startingWith('Atomics.add = () => 0'),
    refusal: /^ *globals: .*\/profile: it changes built-ins: Atomics\.add/,
  },
  {
    name: 'adds a global',
    unit: tried,
    release: startingWith('globalThis.hostileGlobal = 1'),
    refusal: /^ *globals: .*\/profile: it adds globals: hostileGlobal/,
  },
  {
    name: 'moves the shell with a style sheet of its build',
    unit: tried,
    release: {
      alter: (content, name) => (name.endsWith('.css') ? `${content}header{margin-top:40px}` : content),
    },
    refusal: /^ *styles: .* has a selector that matches elements beyond the area/,
  },
  {
    name: 'moves the shell with a style sheet that a script makes',
    unit: tried,
    release: withSheet('header{margin-top:40px}'),
    refusal: /^ *shell: .*\/profile: it moves the shell's header from .* at a width of 1280 px/,
  },
  {
    name: 'hides a pixel of the shell',
    unit: tried,
    release: overlay('left: 640px; top: 30px; width: 1px; height: 1px; background: #d00'),
    refusal: /^ *shell: .*\/profile: it changes 1 pixels of the shell's header at a width of 1280 px/,
  },
  {
    name: 'covers the shell with something invisible',
    unit: tried,
    release: overlay('inset: 0'),
    refusal: /^ *shell: .*\/profile: it covers \d+ links or buttons of the shell's header/,
  },
  {
    name: 'lacks a text in one language',
    unit: tried,
    release: withoutTitle('profile', /^et$/),
    refusal: /^ *texts: .*: texts are missing in et: profile:title$/,
  },
  {
    name: 'lacks a text in every language',
    unit: tried,
    release: withoutTitle('profile', /./),
    refusal: /^ *texts: .*\/profile: texts are missing in en: profile:title$/,
  },
  {
    name: 'has a chunk of 20 MB that is loaded on demand',
    unit: tried,
    release: withLargeChunk,
    refusal:
      /^ *budget: .*largest file \(later\.0123abcd\.js\), uncompressed is 20000004 bytes; the limit is/,
  },
  {
    name: 'states 100 bytes for that chunk',
    unit: tried,
    release: withLargeChunk,
    understated: largeChunk,
    refusal: /^ *files: .*: later\.0123abcd\.js has 20000004 bytes; release\.json states 100$/,
  },
  {
    name: 'shows a blank page without a word in the console',
    unit: tried,
    release: {
      alter: (content, name) => (pageScript.test(name) ? runInRender(content, 'return null') : content),
    },
    refusal: /^ *blank: .*\/profile: its page is blank at a width of 1280 px/,
  },
  {
    name: 'never shows its page',
    unit: tried,
    release: {
      alter: (content, name) =>
        pageScript.test(name) ? runInRender(content, 'throw new Promise(() => {})') : content,
    },
    refusal: /^ *error: .*\/profile: profile was not shown within \d+ s/,
  },
  {
    name: 'is a host that throws on the pages of areas',
    unit: 'host',
    release: hostStartingWith(
      "if (location.pathname !== '/welcome') setTimeout(() => { throw new Error('hostile host') })",
    ),
    refusal: /^ *error: host@.*\/finances\/payments: an error was thrown and not caught: Error: hostile host/,
  },
  {
    name: 'is a host that adds a global',
    unit: 'host',
    release: hostStartingWith('globalThis.hostileGlobal = 1'),
    refusal: /^ *globals: host@.*\/welcome: it adds globals: hostileGlobal/,
  },
  {
    name: 'is a host whose own page is blank',
    unit: 'host',
    release: {
      alter: (content, name) => (name.endsWith('.css') ? `${content}main{opacity:0}` : content),
    },
    refusal: /^ *blank: host@.*\/welcome: its page is blank at a width of 1280 px/,
  },
  {
    name: 'is a host that lacks a text of its own page',
    unit: 'host',
    release: withoutTitle('welcome', /./),
    refusal: /^ *texts: host@.*\/welcome: texts are missing in en: welcome:title$/,
  },
];
