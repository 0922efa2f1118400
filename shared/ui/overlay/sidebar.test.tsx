import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { Select } from '../select/select.tsx';
import { Sidebar } from './sidebar.tsx';
import type { CloseReason } from './sidebar-overlay.tsx';

const onCloseRequest = jest.fn<(reason: CloseReason) => void>();

function Page({ refuses = false }: { refuses?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sidebar
        isOpen={isOpen}
        title="Top up"
        onCloseRequest={(reason) => {
          onCloseRequest(reason);
          if (!refuses) setOpen(false);
        }}
      >
        <p>Some text</p>
        <input aria-label="Amount" />
        <Select
          label="Service"
          options={[{ title: 'Voicing', value: 'voicing' }]}
          value={null}
          onChange={() => {}}
        />
      </Sidebar>
    </>
  );
}

async function open(page = <Page />) {
  onCloseRequest.mockClear();
  const shown = renderInEnglish(page);
  await shown.user.click(screen.getByRole('button', { name: 'Open' }));
  return { ...shown, panel: await screen.findByRole('dialog', { name: 'Top up' }) };
}

async function expectClosed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

describe('Sidebar', () => {
  it('is a named dialog that traps the focus and returns it', async () => {
    const { user, panel } = await open();
    for (let presses = 0; presses < 6; presses += 1) {
      await user.tab();
      expect(panel).toContainElement(document.activeElement as HTMLElement);
    }
    await user.keyboard('{Escape}');
    await expectClosed();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
  });

  it('closes with Esc', async () => {
    const { user } = await open();
    await user.keyboard('{Escape}');
    await expectClosed();
    expect(onCloseRequest.mock.calls).toEqual([['escape']]);
  });

  it('closes with its button', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await expectClosed();
    expect(onCloseRequest.mock.calls).toEqual([['button']]);
  });

  it('closes with a press outside', async () => {
    const { user } = await open();
    await user.click(document.body);
    await expectClosed();
    expect(onCloseRequest.mock.calls).toEqual([['outside']]);
  });

  it('stays open for the second click of two, of which the first has opened it', async () => {
    const { user } = await open();
    const scrim = screen.getByRole('dialog').closest('[data-rac]')?.parentElement?.closest('[data-rac]');
    fireEvent.mouseDown(scrim ?? document.body, { detail: 2 });
    await user.click(document.body);
    expect(onCloseRequest).not.toHaveBeenCalled();
    await user.click(document.body);
    await expectClosed();
    expect(onCloseRequest.mock.calls).toEqual([['outside']]);
  });

  it('closes with a right click', async () => {
    await open();
    fireEvent.contextMenu(screen.getByText('Some text'));
    await expectClosed();
    expect(onCloseRequest.mock.calls).toEqual([['right-click']]);
  });

  it.each([
    ['a field', () => screen.getByLabelText('Amount')],
    ['a button', () => screen.getByRole('button', { name: 'Close' })],
  ])('does not handle a right click on %s', async (_what, find) => {
    await open();
    expect(fireEvent.contextMenu(find())).toBe(true);
    expect(onCloseRequest).not.toHaveBeenCalled();
  });

  it('does not handle a right click on selected text', async () => {
    await open();
    const text = screen.getByText('Some text');
    window.getSelection()?.selectAllChildren(text);
    fireEvent.contextMenu(text);
    expect(onCloseRequest).not.toHaveBeenCalled();
    window.getSelection()?.removeAllRanges();
  });

  it('stays open when closing is refused', async () => {
    const { user } = await open(<Page refuses />);
    await user.keyboard('{Escape}');
    fireEvent.contextMenu(screen.getByText('Some text'));
    expect(onCloseRequest.mock.calls).toEqual([['escape'], ['right-click']]);
    expect(screen.getByRole('dialog', { name: 'Top up' })).toBeVisible();
  });

  it('stays open when Esc closes a list that was opened from it', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: /Service/ }));
    await screen.findByRole('listbox');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
    expect(onCloseRequest).not.toHaveBeenCalled();
  });
});
