import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { Button } from '../button/button.tsx';
import { Checkbox } from '../choice/checkbox.tsx';
import { Form } from './form.tsx';

/** Presses as a mouse does, `milliseconds` after the page was opened. */
function press(element: Element, milliseconds: number, clientX = 200): void {
  for (const type of ['mousedown', 'mouseup', 'click']) {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY: 300 });
    Object.defineProperty(event, 'timeStamp', { value: milliseconds });
    fireEvent(element, event);
  }
}

function showForm() {
  render(
    <Form onSubmit={() => undefined}>
      <Checkbox>Remember</Checkbox>
      <Button type="submit">Log in</Button>
    </Form>,
  );
  return { button: screen.getByRole('button'), checkbox: screen.getByRole('checkbox') };
}

test.each([
  ['checkbox', () => screen.getByRole('checkbox')],
  ['label', () => screen.getByText('Remember')],
])('ignores the second press of a double click where a %s has moved under the pointer', (_name, find) => {
  const { button, checkbox } = showForm();
  press(button, 1000);
  press(find(), 1200);
  expect(checkbox).not.toBeChecked();
});

test.each([
  ['later', 1600, 200],
  ['elsewhere', 1200, 260],
])('a press %s counts', (_name, milliseconds, clientX) => {
  const { button, checkbox } = showForm();
  press(button, 1000);
  press(checkbox, milliseconds, clientX);
  expect(checkbox).toBeChecked();
});
