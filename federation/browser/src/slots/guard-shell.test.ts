import '../testing/page.fixtures.ts';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { beginRun } from '../loading/built-ins.ts';
import { guardShell } from './guard-shell.ts';

const refuse = jest.fn();
let end: () => void;

beforeEach(() => {
  refuse.mockReset();
  Object.assign(globalThis, { reportError: refuse });
  document.elementFromPoint = () => null;
  document.body.innerHTML =
    '<div id="root"><div class="frame"><header class="bar"><i></i></header><aside></aside><main><p></p></main></div></div>';
  beginRun('finances');
  end = guardShell(find('.frame'));
});
afterEach(() => {
  end();
});

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}
const shell = () => document.body.innerHTML.replaceAll(' hidden=""', '');
const settled = () => new Promise((resolve) => setTimeout(resolve));

test.each<[string, () => void]>([
  ['header.remove()', () => find('header').remove()],
  ['body.replaceChildren()', () => document.body.replaceChildren()],
  ['root.removeChild(frame)', () => find('#root').removeChild(find('.frame'))],
  [
    'frame.textContent = ""',
    () => {
      find('.frame').textContent = '';
    },
  ],
])('%s throws in the code that calls it', (_, attack) => {
  const before = shell();
  expect(attack).toThrow('An area cannot remove the shell');
  expect(shell()).toBe(before);
});

test.each<[string, () => void]>([
  ['removed', () => Element.prototype.remove.call(find('header'))],
  ['removed with its frame', () => Node.prototype.removeChild.call(document.body, find('#root'))],
  ['emptied', () => Element.prototype.replaceChildren.call(find('.frame'))],
  ['hidden', () => find('aside').setAttribute('style', 'display: none')],
  ['given another class', () => find('header').setAttribute('class', 'finances__away')],
])('puts back what was %s, in its place, and reports the area', async (_, attack) => {
  const before = shell();
  attack();
  expect(shell()).not.toBe(before);
  await settled();
  expect(shell()).toBe(before);
  expect(String(refuse.mock.calls[0]?.[0])).toContain('finances altered');
});

test('allows React to change what is inside the parts, and to remove the frame after the end', async () => {
  find('main').removeChild(find('p'));
  find('header').append(document.createElement('div'));
  await settled();
  end();
  find('#root').removeChild(find('.frame'));
  await settled();
  expect(find('#root').childElementCount).toBe(0);
  expect(refuse).not.toHaveBeenCalled();
});

test.each([
  ['an element of an area outside the frame', '<div class="finances__cover"></div>', true],
  ['a dialog of the design system', '<div class="host__scrim"><b class="finances__text"></b></div>', false],
  ['an element of nobody', '<div></div>', false],
])('%s that covers the bar', async (_, html, isHidden) => {
  const template = document.createElement('template');
  template.innerHTML = html;
  const [cover] = template.content.children;
  if (!(cover instanceof HTMLElement)) throw new Error('no element');
  document.elementFromPoint = () => cover.querySelector('b') ?? cover;
  document.body.append(cover);
  await settled();
  expect(cover.hidden).toBe(isHidden);
  expect(refuse).toHaveBeenCalledTimes(isHidden ? 1 : 0);
});
