import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { Checkbox } from './checkbox.tsx';
import { RadioCards } from './radio-group.tsx';

describe('Checkbox', () => {
  it('is invalid and described by its error', () => {
    renderInEnglish(<Checkbox error="You have to accept the Terms and conditions">I accept</Checkbox>);
    const box = screen.getByRole('checkbox', { name: 'I accept' });
    expect(box).toBeInvalid();
    expect(box).toHaveAccessibleDescription('You have to accept the Terms and conditions');
  });

  it('reports its state when its label is pressed', async () => {
    const onCheckedChange = jest.fn();
    const { user } = renderInEnglish(<Checkbox onCheckedChange={onCheckedChange}>I accept</Checkbox>);
    await user.click(screen.getByText('I accept'));
    expect(onCheckedChange).toHaveBeenCalledWith(true);
  });
});

describe('RadioCards', () => {
  it('is a named group with one chosen card', async () => {
    const onChange = jest.fn();
    const options = [
      { value: 'invoice', title: 'Invoice' },
      { value: 'crypto', title: 'Crypto' },
    ] as const;
    const { user } = renderInEnglish(
      <RadioCards label="Pay by" options={options} value="invoice" onChange={onChange} />,
    );
    expect(screen.getByRole('group', { name: 'Pay by' })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Crypto' }));
    expect(onChange).toHaveBeenCalledWith('crypto');
  });
});
