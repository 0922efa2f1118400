import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { Select, type SelectProps } from './select.tsx';

const names = ['Estonia', 'Latvia', 'Lithuania', 'Poland', 'Türkiye', 'Åland Islands'];

function options(count: number) {
  return names.slice(0, count).map((title) => ({ title, value: title.slice(0, 2).toLowerCase() }));
}

function show(props: Partial<SelectProps> = {}) {
  const onChange = jest.fn();
  const shown = renderInEnglish(
    <Select label="Country" options={options(6)} value="es" onChange={onChange} {...props} />,
  );
  return { ...shown, onChange, trigger: screen.getByRole('button', { name: /Country/ }) };
}

describe('Select', () => {
  it('shows the chosen option or the placeholder', () => {
    const { trigger, rerender } = show();
    expect(trigger).toHaveAccessibleName('Country Estonia');
    rerender(
      <Select label="Country" options={options(2)} value={null} placeholder="Any" onChange={() => {}} />,
    );
    expect(screen.getByRole('button')).toHaveAccessibleName('Country Any');
  });

  it('opens with a press or an arrow key and returns the focus when it closes', async () => {
    const { user, trigger } = show({ options: options(3) });
    await user.click(trigger);
    expect(await screen.findByRole('listbox', { name: /Country/ })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
    await waitFor(() => expect(trigger).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    expect(await screen.findByRole('listbox')).toBeVisible();
  });

  it('chooses with the keyboard and closes', async () => {
    const { user, trigger, onChange } = show({ options: options(3) });
    await user.click(trigger);
    await waitFor(() => expect(screen.getByRole('option', { name: 'Estonia' })).toHaveFocus());
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledWith('la');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it.each([
    [5, undefined, false],
    [6, undefined, true],
    [6, false, false],
  ])('with %d options and search %s, shows the search box: %s', async (count, search, isThere) => {
    const { user, trigger } = show({ options: options(count), search });
    await user.click(trigger);
    await screen.findByRole('listbox');
    expect(screen.queryAllByPlaceholderText('Search')).toHaveLength(isThere ? 1 : 0);
  });

  it('ignores diacritics in the search and shows when nothing is found', async () => {
    const { user, trigger, onChange } = show();
    await user.click(trigger);
    const search = await screen.findByPlaceholderText('Search');
    await user.type(search, 'aland');
    expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1);
    await user.type(search, 'x');
    expect(await screen.findByText('List is empty')).toBeVisible();
    await user.clear(search);
    await user.type(search, 'turk');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledWith('tü');
  });

  it('lists what begins with the search first', async () => {
    const { user, trigger, onChange } = show({ value: 'po' });
    await user.click(trigger);
    await user.type(await screen.findByPlaceholderText('Search'), 'I');
    const titles = within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent?.trim());
    expect(titles).toEqual(['Åland Islands', 'Estonia', 'Latvia', 'Lithuania', 'Türkiye']);
    await user.type(screen.getByPlaceholderText('Search'), 's');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledWith('ål');
  });

  it('does not change when the chosen option is pressed again', async () => {
    const { user, trigger, onChange } = show({ options: options(3) });
    await user.click(trigger);
    await user.click(await screen.findByRole('option', { name: 'Estonia' }));
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
    expect(onChange).not.toHaveBeenCalledWith('la');
  });

  it.each([['disabled'], ['readOnly']])('does not open when %s', async (state) => {
    const { user, trigger } = show({ [state]: true });
    await user.click(trigger);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('clears the choice', async () => {
    const onClear = jest.fn();
    const { user } = show({ onClear });
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onClear).toHaveBeenCalledTimes(1);
  });
});
