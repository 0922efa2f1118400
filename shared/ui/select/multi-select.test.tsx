import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { MultiSelect } from './multi-select.tsx';

const options = ['Pending', 'Delivered', 'Failed'].map((title) => ({ title, value: title.toLowerCase() }));
const noted = jest.fn();

function Example({ initial = [] }: { initial?: string[] }) {
  const [values, setValues] = useState(initial);
  function change(next: string[]) {
    noted(next);
    setValues(next);
  }
  return <MultiSelect label="Status" placeholder="Any" {...{ options, values }} onChange={change} />;
}

function show(initial?: string[]) {
  noted.mockClear();
  const shown = renderInEnglish(<Example {...(initial && { initial })} />);
  return { ...shown, trigger: screen.getByRole('button', { name: /^Status/ }) };
}

describe('MultiSelect', () => {
  it('shows the chosen options or the placeholder', () => {
    const { trigger, unmount } = show();
    expect(trigger).toHaveAccessibleName('Status Any');
    unmount();
    expect(show(['failed', 'pending']).trigger).toHaveAccessibleName('Status Pending, Failed');
  });

  it('chooses several options with the keyboard and stays open until Esc', async () => {
    const { user, trigger } = show();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'Pending' })).toHaveFocus());
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}{ArrowUp}{Enter}');
    expect(noted.mock.lastCall).toEqual([['delivered', 'failed']]);
    expect(screen.getByRole('option', { name: 'Failed' })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
    expect(trigger).toHaveAccessibleName('Status Delivered, Failed');
    await waitFor(() => expect(trigger).toHaveFocus());
  });

  it('removes an option that is pressed again, and clears all options', async () => {
    const { user, trigger } = show(['pending', 'failed']);
    await user.click(trigger);
    await user.click(await screen.findByRole('option', { name: 'Failed' }));
    expect(noted.mock.lastCall).toEqual([['pending']]);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(noted.mock.lastCall).toEqual([[]]);
  });
});
