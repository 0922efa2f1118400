import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { portalStart } from '../testing/portal-start.fixtures.ts';
import { takeOverPrerendered } from './take-over.ts';

const form = `
  <h1>Log in</h1><a href="/register">Register</a>
  <input type="email" /><input type="password" /><input type="checkbox" /><button type="submit">Log in</button>`;
const frame = (content: string) =>
  `<header><button type="button">Language</button></header><main>${content}</main>`;

function find<T extends Element>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`no ${selector}`);
  return element;
}

beforeEach(() => {
  document.body.innerHTML = `<div id="prerendered">${frame(`<div id="prerendered-screen">${form}</div>`)}</div><div id="root"></div>`;
  globalThis.portalStart = portalStart();
});
afterEach(() => {
  jest.restoreAllMocks();
  globalThis.portalStart = undefined;
});

test('shows the prerendered screen inside the live frame until the portal has a heading', async () => {
  const root = find<HTMLElement>('#root');
  takeOverPrerendered(root);
  root.innerHTML = '<div></div>';
  await new Promise((resolve) => setTimeout(resolve));
  expect(find('#prerendered')).toBeVisible();
  find<HTMLInputElement>('#prerendered-screen [type=password]').focus();
  root.innerHTML = frame('<div role="status"></div>');
  await waitFor(() => expect(document.getElementById('prerendered')).toBeNull());
  expect(find('#root main > #prerendered-screen')).toBeVisible();
  expect(find('#prerendered-screen [type=password]')).toHaveFocus();
  find('main').insertAdjacentHTML('afterbegin', form);
  await waitFor(() => expect(document.getElementById('prerendered-screen')).toBeNull());
  expect(find('#root [type=password]')).toHaveFocus();
});

test('transfers what was typed, ticked, focused and pressed', async () => {
  const root = find<HTMLElement>('#root');
  takeOverPrerendered(root);
  const email = find<HTMLInputElement>('#prerendered [type=email]');
  email.value = 'ann@example.com';
  find<HTMLInputElement>('#prerendered [type=checkbox]').checked = true;
  const password = find<HTMLInputElement>('#prerendered [type=password]');
  password.value = 'Secret1!';
  password.focus();
  password.setSelectionRange(2, 4);
  Object.assign(globalThis.portalStart ?? {}, { pressed: find('#prerendered-screen button') });
  const [onInput, onPress] = [jest.fn(), jest.fn()];
  root.addEventListener('input', onInput);
  root.addEventListener('click', (event) => onPress((event.target as Element).textContent));
  root.innerHTML = frame(form);

  await waitFor(() => expect(document.getElementById('prerendered')).toBeNull());
  expect(find('#root [type=email]')).toHaveValue('ann@example.com');
  expect(find('#root [type=checkbox]')).toBeChecked();
  const taken = find<HTMLInputElement>('#root [type=password]');
  expect(taken).toHaveFocus();
  expect([taken.value, taken.selectionStart, taken.selectionEnd]).toEqual(['Secret1!', 2, 4]);
  expect(onInput).toHaveBeenCalledTimes(3);
  expect(onPress).toHaveBeenLastCalledWith('Log in');
});

test('counts a button that is held down as pressed: it is released over another element', async () => {
  const root = find<HTMLElement>('#root');
  takeOverPrerendered(root);
  Object.assign(globalThis.portalStart ?? {}, { held: find('#prerendered-screen button') });
  const onPress = jest.fn();
  root.addEventListener('click', (event) => onPress((event.target as Element).textContent));
  root.innerHTML = frame(form);
  await waitFor(() => expect(document.getElementById('prerendered')).toBeNull());
  expect(onPress.mock.calls).toEqual([['Log in']]);
});

test('measures nothing for a page that is neither scrolled nor in use', async () => {
  const root = find<HTMLElement>('#root');
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  takeOverPrerendered(root);
  const before = Object.getOwnPropertyDescriptor(window, 'scrollY') ?? {};
  const top = jest.fn(() => 0);
  Object.defineProperty(window, 'scrollY', { get: top, configurable: true });
  root.innerHTML = frame(form);
  await waitFor(() => expect(document.getElementById('prerendered')).toBeNull());
  Object.defineProperty(window, 'scrollY', before);
  expect(focus).not.toHaveBeenCalled();
  expect(top).not.toHaveBeenCalled();
});

test('transfers nothing when the portal shows a different screen', async () => {
  const root = find<HTMLElement>('#root');
  takeOverPrerendered(root);
  find<HTMLInputElement>('#prerendered [type=password]').value = 'Secret1!';
  root.innerHTML = frame('<h1>Temporarily unavailable</h1><input type="text" />');
  await waitFor(() => expect(document.getElementById('prerendered')).toBeNull());
  expect(find('#root input')).toHaveValue('');
});

describe('the frame of the account', () => {
  const bar = (more = '') =>
    `<header><button aria-label="Menu"></button>${more}<button aria-label="Account"></button></header><nav><a href="/welcome">Start</a></nav>`;
  const account = (content: string, more = '') =>
    `${bar(more)}<main id="main" class="account" tabindex="-1">${content}</main>`;
  const outline = '<div id="prerendered-screen"><h1>Calls</h1></div>';

  beforeEach(() => {
    document.body.innerHTML = `<div id="prerendered" data-account>${account(outline)}</div><div id="root"></div>`;
  });

  test('transfers focus and a pressed button to a frame with more controls', async () => {
    const root = find<HTMLElement>('#root');
    takeOverPrerendered(root);
    find<HTMLElement>('#prerendered a').focus();
    Object.assign(globalThis.portalStart ?? {}, { pressed: find('#prerendered [aria-label=Account]') });
    const onPress = jest.fn();
    root.addEventListener('click', (event) => onPress((event.target as Element).ariaLabel));
    root.innerHTML = account('<div role="status"></div>', '<button>Balance</button>');
    await waitFor(() => expect(document.getElementById('prerendered')).toBeNull());
    expect(find('#root a')).toHaveFocus();
    expect(onPress.mock.calls).toEqual([['Account']]);
    expect(find('#root main > #prerendered-screen')).toBeVisible();
  });

  test('gives way to another frame as a whole', async () => {
    const root = find<HTMLElement>('#root');
    takeOverPrerendered(root);
    root.innerHTML = '<main class="login"><div role="status"></div></main>';
    await waitFor(() => expect(document.getElementById('prerendered')).toBeNull());
    expect(document.getElementById('prerendered-screen')).toBeNull();
  });

  test('stays where it was scrolled, although the router scrolls to the top', async () => {
    const root = find<HTMLElement>('#root');
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const top = jest.replaceProperty(window, 'scrollY', 0);
    takeOverPrerendered(root);
    top.replaceValue(150);
    dispatchEvent(new Event('scroll'));
    top.replaceValue(0);
    root.innerHTML = account('');
    await waitFor(() => expect(document.getElementById('prerendered')).toBeNull());
    expect(scrollTo).toHaveBeenLastCalledWith(0, 150);
  });
});
