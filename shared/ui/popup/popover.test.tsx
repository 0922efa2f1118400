import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { Popover } from './popover.tsx';

function show() {
  const shown = renderInEnglish(
    <Popover label="Balance" trigger="€18.40">
      {(close) => (
        <button type="button" onClick={close}>
          Top up
        </button>
      )}
    </Popover>,
  );
  return { ...shown, button: screen.getByRole('button', { name: '€18.40' }) };
}

it('opens a named panel with the keyboard, and Esc returns the focus', async () => {
  const { user, button } = show();
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.tab();
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('dialog', { name: 'Balance' });
  await waitFor(() => expect(panel).toContainElement(document.activeElement as HTMLElement));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(button).toHaveFocus());
});

it('is closed by what it contains', async () => {
  const { user, button } = show();
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: 'Top up' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(button).toBeVisible();
});
