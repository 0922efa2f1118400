import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense, use, useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { ConfirmDialog, Dialog, OverlayFallback } from './dialog.tsx';

describe('ConfirmDialog', () => {
  function show() {
    const onConfirm = jest.fn();
    const onCancel = jest.fn();
    const shown = renderInEnglish(
      <ConfirmDialog isOpen title="Leave?" confirmText="Leave" onConfirm={onConfirm} onCancel={onCancel}>
        Your changes are not saved.
      </ConfirmDialog>,
    );
    return { ...shown, onConfirm, onCancel };
  }

  it('reports the decision', async () => {
    const { user, onConfirm, onCancel } = show();
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave?' });
    expect(dialog).toBeVisible();
    expect(dialog).toHaveAccessibleDescription('Your changes are not saved.');
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it('takes a double click for one decision', async () => {
    const { user, onConfirm } = show();
    await user.dblClick(await screen.findByRole('button', { name: 'Leave' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('cancels with Esc and ignores a press outside', async () => {
    const { user, onCancel } = show();
    const dialog = await screen.findByRole('alertdialog');
    await user.click(document.body);
    expect(onCancel).not.toHaveBeenCalled();
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    expect(onCancel).toHaveBeenCalledTimes(1);
  });
});

describe('Dialog', () => {
  it('closes with a press outside and with its button', async () => {
    const onClose = jest.fn();
    const { user } = renderInEnglish(<Dialog isOpen title="About" onClose={onClose} />);
    await screen.findByRole('dialog', { name: 'About' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(document.body);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('ignores the second click of two, of which the first has closed it', async () => {
    const onRow = jest.fn();
    function Page() {
      const [isOpen, setIsOpen] = useState(true);
      return (
        <>
          <button type="button" onClick={onRow}>
            Row
          </button>
          <Dialog isOpen={isOpen} title="Columns" onClose={() => setIsOpen(false)}>
            <button type="button" onClick={() => setIsOpen(false)}>
              Apply
            </button>
          </Dialog>
        </>
      );
    }
    renderInEnglish(<Page />);
    fireEvent.click(await screen.findByRole('button', { name: 'Apply' }), { detail: 1 });
    const row = screen.getByRole('button', { name: 'Row' });
    fireEvent.click(row, { detail: 2 });
    expect(onRow).not.toHaveBeenCalled();
    fireEvent.click(row, { detail: 1 });
    fireEvent.click(row, { detail: 2 });
    expect(onRow).toHaveBeenCalledTimes(2);
  });

  it('keeps the page and its focus while the content is loading', async () => {
    const loading = Promise.withResolvers<string>();
    const Content = () => use(loading.promise);
    function Page() {
      const [isOpen, setIsOpen] = useState(false);
      return (
        <Suspense fallback="The page is loading">
          <button type="button" onClick={() => setIsOpen(true)}>
            Open
          </button>
          <Dialog isOpen={isOpen} title="Texts" onClose={() => setIsOpen(false)}>
            <Content />
          </Dialog>
        </Suspense>
      );
    }
    const { user } = renderInEnglish(<Page />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await act(async () => {
      opener.focus();
      opener.click();
    });
    expect(await screen.findByRole('dialog', { name: 'Texts' })).toBeVisible();
    expect(screen.queryByText('The page is loading')).toBeNull();
    await act(async () => loading.resolve('Loaded'));
    expect(await screen.findByText('Loaded')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  });
});

describe('OverlayFallback', () => {
  it('is closed by Esc or a press while the code of the overlay does not arrive', async () => {
    const onClose = jest.fn();
    const { user } = renderInEnglish(<OverlayFallback onClose={onClose} />);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('status'));
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});
