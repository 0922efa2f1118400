import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import type { Day } from './calendar-day.ts';
import { DateField, type DateFieldProps } from './date-field.tsx';

function show(props: Partial<DateFieldProps> = {}) {
  const onChange = jest.fn();
  function Controlled() {
    const [value, setValue] = useState<Day | null>(props.value === undefined ? '2026-11-21' : props.value);
    return (
      <DateField
        label="Start date"
        {...props}
        value={value}
        onChange={(day) => {
          onChange(day);
          setValue(day);
        }}
      />
    );
  }
  return { ...renderInEnglish(<Controlled />), onChange, field: screen.getByLabelText('Start date') };
}

const openCalendar = () => screen.getByRole('button', { name: 'Open calendar' });

describe('DateField', () => {
  it('shows the date as yyyy.MM.dd and adds the dots while a date is typed', async () => {
    const { user, onChange, field } = show();
    expect(field).toHaveValue('2026.11.21');
    await user.clear(field);
    await user.type(field, '20261103{Enter}');
    expect(field).toHaveValue('2026.11.03');
    expect(onChange).toHaveBeenLastCalledWith('2026-11-03');
  });

  it('adds no dot where digits are deleted', async () => {
    const { user, field } = show();
    const shown: unknown[] = [];
    await user.click(field);
    for (let typed = 0; typed < 6; typed += 1) {
      await user.keyboard('{Backspace}');
      shown.push((field as HTMLInputElement).value);
    }
    expect(shown).toEqual(['2026.11.2', '2026.11.', '2026.11', '2026.1', '2026.', '2026']);
    await user.type(field, '1103{Enter}');
    expect(field).toHaveValue('2026.11.03');
  });

  describe.each(['typed', 'pasted'])('when a date is %s', (how) => {
    it.each([
      ['2026.1.15', '2026-01-15'],
      ['2026.1.05', '2026-01-05'],
      ['2026.1.5', '2026-01-05'],
      ['2026.01.5', '2026-01-05'],
      ['2026.01.15', '2026-01-15'],
      ['2026.2.10', '2026-02-10'],
      ['2026.12.1', '2026-12-01'],
      ['2026-1-15', '2026-01-15'],
      ['2026/1/15', '2026-01-15'],
      ['20260115', '2026-01-15'],
      ['2026.0115', '2026-01-15'],
    ])('reads %s as %s', async (text, day) => {
      const { user, onChange, field } = show();
      await user.clear(field);
      if (how === 'typed') await user.type(field, text);
      else {
        await user.click(field);
        await user.paste(text);
      }
      await user.tab();
      expect(onChange.mock.calls).toEqual([[day]]);
      expect(field).toHaveValue(day.replaceAll('-', '.'));
    });
  });

  it('shows an error for an invalid date and does not change the value', async () => {
    const { user, onChange, field } = show();
    await user.clear(field);
    await user.type(field, '2026.02.31');
    await user.tab();
    expect(field).toHaveAccessibleDescription(/Enter a date as yyyy\.MM\.dd/);
    expect(field).toBeInvalid();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('replaces the typed text when a new value is set', async () => {
    function Preset() {
      const [value, setValue] = useState<Day | null>('2026-11-21');
      return (
        <>
          <DateField label="Start date" value={value} onChange={setValue} />
          <button type="button" onClick={() => setValue('2026-11-01')}>
            This month
          </button>
        </>
      );
    }
    const { user } = renderInEnglish(<Preset />);
    await user.clear(screen.getByLabelText('Start date'));
    await user.type(screen.getByLabelText('Start date'), '2026.99.99');
    await user.click(screen.getByRole('button', { name: 'This month' }));
    expect(screen.getByLabelText('Start date')).toHaveValue('2026.11.01');
    expect(screen.getByLabelText('Start date')).toBeValid();
  });

  it.each(['2026.11.02', '2026.11.29'])(
    'shows an error for %s, which is outside min and max',
    async (typed) => {
      const { user, onChange, field } = show({ min: '2026-11-03', max: '2026-11-28' });
      await user.clear(field);
      await user.type(field, `${typed}{Enter}`);
      expect(field).toHaveAccessibleDescription('Choose a date from 2026.11.03 to 2026.11.28');
      expect(onChange).not.toHaveBeenCalled();
    },
  );

  it('can be cleared', async () => {
    const { user, onChange } = show();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onChange).toHaveBeenCalledWith(null);
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
  });

  it('has no clear button when it is not clearable', () => {
    show({ clearable: false });
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
  });

  it('applies the day chosen in the calendar and closes the calendar', async () => {
    const { user, onChange } = show();
    await user.click(openCalendar());
    await user.click(await screen.findByRole('button', { name: /12 November 2026/ }));
    expect(onChange).toHaveBeenCalledWith('2026-11-12');
    await waitFor(() => expect(screen.queryByRole('grid')).not.toBeInTheDocument());
  });

  it('disables the calendar’s days outside min and max', async () => {
    const { user, onChange } = show({ min: '2026-11-03', max: '2026-11-28' });
    await user.click(openCalendar());
    const day = await screen.findByRole('button', { name: /\b2 November 2026/ });
    expect(day).toHaveAttribute('aria-disabled', 'true');
    await user.click(day);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('closes the calendar with Esc and returns the focus', async () => {
    const { user } = show();
    await user.click(openCalendar());
    await screen.findByRole('grid');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('grid')).not.toBeInTheDocument());
    await waitFor(() => expect(openCalendar()).toHaveFocus());
  });

  it.each(['disabled', 'readOnly'])('cannot be changed when %s', (state) => {
    const { field } = show({ [state]: true });
    expect(openCalendar()).toBeDisabled();
    expect(field).toHaveAttribute(state.toLowerCase());
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
  });
});
