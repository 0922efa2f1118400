import { randomBytes } from 'node:crypto';
import type { Alterations } from '@portal/testbed/releases/altered-release';

export type Alteration = Omit<Alterations, 'suffix'>;

export const unchanged = (content: string) => content;
export const pageScript = /^page-main\..*\.js$/;

/** Runs strict code before the page's chunk. */
export function startingWith(code: string): Alteration {
  return {
    alter: (content, name) =>
      pageScript.test(name) ? `(function () { 'use strict'; ${code} })();${content}` : content,
  };
}

/** Runs code once the page is shown. */
export function onceShown(code: string): Alteration {
  return startingWith(`
    const timer = setInterval(() => {
      if (document.querySelector('[data-area-page] h1') === null) return;
      clearInterval(timer);
      ${code}
    }, 50);`);
}

export function withSheet(rule: string): Alteration {
  return onceShown(`
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('${rule}');
    document.adoptedStyleSheets.push(sheet);`);
}

/** An element without a class, which the page cannot attribute to an area. */
export function overlay(style: string): Alteration {
  return onceShown(`
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; z-index: 2147483647; ${style}';
    document.body.append(cover);`);
}

/** The texts of a page without its title, in the languages that match. */
export function withoutTitle(page: string, languages: RegExp): Alteration {
  return {
    alter: unchanged,
    alterTexts(content, name) {
      const [, language = '', namespace] = name.split(/[/.]/);
      if (namespace !== page || !languages.test(language)) return content;
      const { title: _, ...others }: Record<string, unknown> = JSON.parse(content);
      return JSON.stringify(others);
    },
  };
}

export const largeChunk = 'later.0123abcd.js';
export const withLargeChunk: Alteration = {
  alter: unchanged,
  add: { [largeChunk]: `/*${randomBytes(10_000_000).toString('hex')}*/` },
};

/** Runs code before the main script of the host. */
export function hostStartingWith(code: string): Alteration {
  return {
    alter: (content, name) => (/^main\..*\.js$/.test(name) ? `${code};${content}` : content),
  };
}
