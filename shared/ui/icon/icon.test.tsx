import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { Icon } from './icon.tsx';

/** The shapes of an icon's drawing. */
function drawingOf(name: string): string {
  const { container, unmount } = render(<Icon name={name} />);
  const shapes = container.querySelector('svg')?.innerHTML ?? '';
  unmount();
  return shapes;
}

test('draws the icons of the account’s pages once the full design system is loaded, and a dot for an unknown name', async () => {
  const dot = drawingOf('dot');
  expect(drawingOf('eye')).not.toBe(dot);
  expect(drawingOf('wallet')).toBe(dot);
  await import('../index.ts');
  expect(drawingOf('wallet')).not.toBe(dot);
  expect(drawingOf('no-such-icon')).toBe(dot);
});
