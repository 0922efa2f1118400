import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { PasswordField } from './password-field.tsx';

function field() {
  return screen.getByLabelText<HTMLInputElement>('Password');
}

describe('PasswordField', () => {
  it('shows and hides its text and sets aria-pressed', async () => {
    const { user } = renderInEnglish(<PasswordField label="Password" defaultValue="secret" />);
    const toggle = screen.getByRole('button', { name: 'Show password' });
    expect(field()).toHaveAttribute('type', 'password');
    expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await user.click(toggle);
    expect(field()).toHaveAttribute('type', 'text');
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
  });

  it('accepts pasted text and names its kind to password managers', async () => {
    const { user } = renderInEnglish(<PasswordField label="Password" autoComplete="new-password" />);
    field().focus();
    await user.paste('Tallinn-2026!');
    expect(field()).toHaveValue('Tallinn-2026!');
    expect(field()).toHaveAttribute('autocomplete', 'new-password');
  });

  it('does not move the caret when the text is shown', async () => {
    const { user } = renderInEnglish(<PasswordField label="Password" defaultValue="secret" />);
    field().focus();
    field().setSelectionRange(2, 2);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect([field().selectionStart, field().selectionEnd]).toEqual([2, 2]);
    expect(field()).toHaveFocus();
  });

  it('shows and announces a warning while Caps Lock is on', () => {
    renderInEnglish(<PasswordField label="Password" description="At least eight characters" />);
    const status = screen.getByRole('status');
    expect(status).toBeEmptyDOMElement();
    fireEvent.keyDown(field(), { key: 'A', modifierCapsLock: true });
    expect(field()).toHaveAccessibleDescription('At least eight characters Caps Lock is on');
    expect(status).toHaveTextContent('Caps Lock is on');
    fireEvent.keyUp(field(), { key: 'a', modifierCapsLock: false });
    expect(field()).toHaveAccessibleDescription('At least eight characters');
    expect(status).toBeEmptyDOMElement();
  });

  it('is described by its error', () => {
    renderInEnglish(<PasswordField label="Password" error="Password is required" />);
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleDescription('Password is required');
  });
});
