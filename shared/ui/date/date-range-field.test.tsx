import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { DateRangeField, type DateRangeFieldProps } from './date-range-field.tsx';
import type { Period } from './period.ts';

function show(props: Partial<DateRangeFieldProps> = {}) {
  const onChange = jest.fn();
  function Controlled() {
    const [value, setValue] = useState<Period>({ start: '2026-11-01', end: '2026-11-21' });
    return (
      <DateRangeField
        label="Period"
        value={value}
        onChange={(period) => {
          onChange(period);
          setValue(period);
        }}
        {...props}
      />
    );
  }
  return { ...renderInEnglish(<Controlled />), onChange };
}

describe('DateRangeField', () => {
  it('reports a valid period', async () => {
    const { user, onChange } = show();
    await user.clear(screen.getByLabelText('From'));
    await user.type(screen.getByLabelText('From'), '2026.11.10{Enter}');
    expect(onChange).toHaveBeenCalledWith({ start: '2026-11-10', end: '2026-11-21' });
  });

  it('shows an error for a period that ends before it starts', async () => {
    const { user, onChange } = show();
    await user.clear(screen.getByLabelText('To'));
    await user.type(screen.getByLabelText('To'), '2026.10.01{Enter}');
    expect(screen.getByText('The period ends before it begins')).toBeVisible();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('shows an error when one date is missing', async () => {
    const { user, onChange } = show();
    await user.clear(screen.getByLabelText('To'));
    await user.tab();
    expect(screen.getByText('Choose both dates')).toBeVisible();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('accepts one date when a partial period is allowed', async () => {
    const { user, onChange } = show({ allowPartial: true });
    await user.clear(screen.getByLabelText('To'));
    await user.tab();
    expect(onChange).toHaveBeenCalledWith({ start: '2026-11-01', end: null });
  });
});
