import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { Checkbox } from './checkbox.tsx';
import { CheckboxGroup } from './checkbox-group.tsx';
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

describe('CheckboxGroup', () => {
  const options = [
    { value: 'paid', title: 'Paid', description: 'An invoice has been paid.' },
    { value: 'due', title: 'Due' },
    { value: 'late', title: 'Late' },
  ] as const;

  it('reports the chosen values in the order of the options', async () => {
    const onValueChange = jest.fn();
    const { user } = renderInEnglish(
      <CheckboxGroup label="Events" options={options} value={['late']} onValueChange={onValueChange} />,
    );
    await user.click(screen.getByRole('checkbox', { name: /Paid/ }));
    expect(onValueChange).toHaveBeenLastCalledWith(['paid', 'late']);
    await user.click(screen.getByRole('checkbox', { name: 'Late' }));
    expect(onValueChange).toHaveBeenLastCalledWith([]);
  });

  it('describes all boxes by its error, which stands above them', () => {
    renderInEnglish(
      <CheckboxGroup
        label="Events"
        options={options}
        value={[]}
        onValueChange={jest.fn()}
        error="Choose at least one event"
      />,
    );
    const group = screen.getByRole('group', { name: 'Events' });
    expect(group).toHaveTextContent(/^EventsChoose at least one eventPaid/);
    const boxes = screen.getAllByRole('checkbox');
    for (const box of boxes) {
      expect(box).toBeInvalid();
      expect(box).toHaveAccessibleDescription(/Choose at least one event$/);
    }
    expect(boxes[0]).toHaveAccessibleDescription(/^An invoice has been paid\./);
  });

  it('reports that the focus has left it, but not that it moves to another box', async () => {
    const onBlur = jest.fn();
    const { user } = renderInEnglish(
      <CheckboxGroup label="Events" options={options} value={[]} onValueChange={jest.fn()} onBlur={onBlur} />,
    );
    await user.tab();
    await user.tab();
    await user.tab();
    expect(screen.getByRole('checkbox', { name: 'Late' })).toHaveFocus();
    expect(onBlur).not.toHaveBeenCalled();
    await user.tab();
    expect(onBlur).toHaveBeenCalledTimes(1);
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
