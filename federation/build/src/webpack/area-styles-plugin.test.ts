import { expect, test } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { confinedStyles } from './area-styles-plugin.ts';

const { document } = new JSDOM(`
  <body class="host__body">
    <header class="host__bar"><a class="host__link">Home</a></header>
    <main>
      <div class="voicing__page__abc"><p class="host__text">Calls</p></div>
      <aside class="host__card voicing__card__abc"></aside>
      <footer class="finances__total__abc"></footer>
    </main>
  </body>`).window;

/** The classes of what a sheet's first rule selects, in the order of the document. */
function selected(css: string): string[] {
  const selector = confinedStyles(css, 'voicing').split('{')[0] ?? '';
  return [...document.querySelectorAll(selector)].map(({ className }) => className);
}

const own = ['voicing__page__abc', 'host__card voicing__card__abc'];

test.each([
  ['*', own],
  [':root, html, body', []],
  ['body *', own],
  ['.host__bar', []],
  ['.voicing__page__abc ~ footer', []],
  ['.voicing__page__abc + *', ['host__card voicing__card__abc']],
  ['.voicing__page__abc + aside ~ *', []],
  ['html:has(.voicing__page__abc)', []],
  [':not(.voicing__page__abc)', ['host__card voicing__card__abc']],
  [':is(.voicing__page__abc, header)', ['voicing__page__abc']],
  [':where(header, .finances__total__abc)', []],
  ['.voicing__page__abc', ['voicing__page__abc']],
  ['.voicing__page__abc p', ['host__text']],
  ['main > .voicing__card__abc', ['host__card voicing__card__abc']],
])('"%s" selects only elements of the area', (selector, expected) => {
  expect(selected(`${selector} { display: none }`)).toEqual(expected);
});

test.each([
  ['a layer of its own', '@layer reset { * { display: none } }'],
  ['a condition', '@media print { * { display: none } }'],
  ['a scope', '@scope (html) { :scope { display: none } }'],
  ['the nesting selector outside a rule', '@layer reset { & { display: none } }'],
  ['a nested rule that leaves its parent', '.voicing__a { :not(&) { display: none } }'],
  ['a nested sibling', '.voicing__a { & + header { display: none } }'],
])('confines the rules in %s', (_what, css) => {
  expect(confinedStyles(css, 'voicing')).toContain('[class^="voicing__"]');
});

test('leaves styles that select by classes of the area as they are', () => {
  const css = `@layer area.voicing {
  .voicing__a > b:hover {
    color: red;

    & i {
      top: 0;
    }
  }
}
`;
  expect(confinedStyles(css, 'voicing')).toBe(css);
});

test.each([
  '@keyframes host__spin { to { top: 0 } }',
  '@font-face { font-family: Inter; src: url(evil.woff2) }',
  '@property --color-text { syntax: "*"; inherits: false }',
  '@import "https://example.com/evil.css";',
  '@view-transition { navigation: auto }',
  '.voicing__a { position: fixed }',
  '.voicing__a { --p: fixed; position: var(--p) }',
  '@layer a { @counter-style decimal { system: cyclic; symbols: "x" } }',
])('refuses %s', (css) => {
  expect(() => confinedStyles(css, 'voicing')).toThrow('affects the whole page');
});

test('accepts keyframes with a name of the area', () => {
  expect(confinedStyles('@keyframes voicing__spin { to { top: 0 } }', 'voicing')).toContain('voicing__spin');
});
