import { oneFile, type PlantedFault, sheet, usesSheet } from './planted-fault.ts';

function wrongSheet(fault: string, wrong: string[], message: RegExp, line = 1): PlantedFault {
  const right = ['.row {', '  color: var(--ink);', '}', ':export {', '}'];
  const tokens = { 'shared/ui/tokens/colors.css': ['@layer tokens {', '  :root { --ink: #123456; }', '}'] };
  const tree = (lines: string[]) => ({ ...usesSheet, ...tokens, [sheet]: lines });
  return {
    rule: 'style-sheets',
    fault,
    faulty: tree(wrong),
    clean: tree(right.slice(0, 3)),
    at: `${sheet}:${line}`,
    message,
  };
}

/** Faults of style sheets. */
export const sheetFaults: PlantedFault[] = [
  wrongSheet('a remote styles an element', ['.row {', '}', 'a {', '}'], /reaches beyond/, 3),
  wrongSheet('a remote uses :global', ['.row {', '}', ':global(.row) {', '}'], /reaches beyond/, 3),
  wrongSheet('a colour is literal', ['.row {', '  color: #fff;', '}'], /literal colour/, 2),
  wrongSheet(
    'a token does not exist',
    ['.row {', '  color: var(--inc);', '}'],
    /no style sheet defines --inc/,
    2,
  ),
  wrongSheet(
    'a style is outside the layer',
    ['@layer a {', '}', '.row {', '}'],
    /outside every cascade layer/,
    3,
  ),
  ...['.row :is(td, th)', ':has(.row) .row', '.row:not([hidden]) ~ *', '.row td:nth-child(n)'].map(
    (selector) =>
      wrongSheet(
        `the browser tries ${selector} on every element`,
        [`${selector} {`, '}'],
        /on every element/,
      ),
  ),
  oneFile(['style-sheets', 'a shared style has no layer'], 'shared/ui/card/card.css', {
    wrong: ['.card {', '}'],
    right: ['@layer ui {', '  .card {', '  }', '}'],
    message: /outside every cascade layer/,
  }),
  {
    rule: 'style-sheets',
    fault: 'a remote has a global sheet',
    faulty: { 'remote-news/src/area.css': '.row {}' },
    clean: { ...usesSheet, [sheet]: '.row {}' },
    at: 'remote-news/src/area.css:1',
    message: /CSS modules only/,
  },
];
